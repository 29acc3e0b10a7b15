/*
 * In each of four steps, each process writes a value to both neighbours in a ring, each with a notification, and waits for the first of those
 * that come to it, before a barrier.
 *
 * Nobody waits for the second notification: this write and that of the next step arrive in any order. Barriers complete nothing (GASPI
 * 17.1, 11.2).
 */
//@ expect: error RMA203 A A
//@ twin: both_neighbours_each_step_ok.c
#include <GASPI.h>
#include <stdlib.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    int *cell = calloc(16, sizeof(int));
    gaspi_segment_use(0, cell, 64, GASPI_GROUP_ALL, GASPI_BLOCK, 0);

    gaspi_rank_t neighbour[2] = {(rank + 1) % num, (rank + num - 1) % num};
    for (int step = 1; step <= 4; step++) {
        for (int d = 0; d < 2; d++)
            gaspi_write_notify(0, 4 * d, neighbour[d], 0, 32 + 4 * d, sizeof(int), d, step, 0, GASPI_BLOCK); //@ A
        for (int d = 0; d < 1; d++) {
            gaspi_notify_waitsome(0, d, 1, &id, GASPI_BLOCK);
            gaspi_notify_reset(0, id, &value);
            gaspi_printf("%d\n", cell[8 + d]);
        }
        gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    }
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
