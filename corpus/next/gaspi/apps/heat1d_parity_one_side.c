/*
 * A one-dimensional heat equation. Each process has a row of cells with a halo at either end, twice:
 * steps read one copy and write the other. Edge cells go to the neighbours with a notification for
 * each side and parity.
 *
 * A step waits for the halo of the left neighbour only: the cell that the right neighbour writes is used while it may still
 * be under way, and the write of the step before the last may still be as well (GASPI 17.1, 8.3.4).
 */
//@ expect: error RMA201 A B
//@ expect: error RMA203 A A
//@ twin: heat1d_parity.c
#include <GASPI.h>
#include <stdio.h>

#define CELLS 64
#define SIZE ((CELLS + 2) * sizeof(double))
#define STEPS 20

/* Sends the edge cells of a copy to the neighbours and waits for theirs. */
static void exchange(gaspi_segment_id_t now, gaspi_rank_t left, gaspi_rank_t right)
{
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    gaspi_write_notify(now, sizeof(double), left, now, (CELLS + 1) * sizeof(double), sizeof(double), 1, 1, 0, GASPI_BLOCK); //@ A
    gaspi_write_notify(now, CELLS * sizeof(double), right, now, 0, sizeof(double), 0, 1, 0, GASPI_BLOCK);
    gaspi_notify_waitsome(now, 0, 1, &id, GASPI_BLOCK);
    gaspi_notify_reset(now, id, &value);
}

/* One step from a copy to the other. */
static void compute(gaspi_segment_id_t now)
{
    gaspi_pointer_t from, to;

    gaspi_segment_ptr(now, &from);
    gaspi_segment_ptr(1 - now, &to);
    const double *u = from;
    double *v = to;
    for (int i = 1; i <= CELLS; i++)
        v[i] = u[i] + 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]); //@ B
}

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);

    gaspi_rank_t left = (rank + num - 1) % num, right = (rank + 1) % num;
    gaspi_segment_create(0, SIZE, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_create(1, SIZE, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);

    gaspi_segment_ptr(0, &ptr);
    for (int i = 0; i < CELLS + 2; i++)
        ((double *)ptr)[i] = rank;
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    for (int step = 0; step < STEPS; step++) {
        gaspi_segment_id_t now = step % 2;
        exchange(now, left, right);
        compute(now);
        gaspi_wait(0, GASPI_BLOCK);
        gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    }
    gaspi_segment_ptr(STEPS % 2, &ptr);
    printf("%d: %f\n", rank, ((double *)ptr)[1]);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
