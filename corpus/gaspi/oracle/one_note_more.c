/*
 * Process 1 writes to one cell of process 0 at two places of a loop with four turns, with the same notification, and once more
 * behind the loop.
 *
 * Nobody looks for the last notification, and the barrier completes nothing in GASPI: the last write may arrive while process 0 loads.
 */
//@ expect: error RMA201 A B
//@ twin: one_note_at_two_places.c
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>

#define TURNS 4

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    if (num < 2)
        exit(1);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;

    for (int turn = 0; turn < TURNS; turn++) {
        if (rank == 1) {
            cell[128] = turn;
            gaspi_write_notify(0, 512, 0, 0, 0, sizeof(int), 0, 1, 0, GASPI_BLOCK);
            gaspi_notify_waitsome(0, 1, 1, &id, GASPI_BLOCK);
            gaspi_notify_reset(0, id, &value);
        } else if (rank == 0) {
            gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
            gaspi_notify_reset(0, id, &value);
            gaspi_notify(0, 1, 1, 1, 0, GASPI_BLOCK);
        }
        if (rank == 1) {
            gaspi_write_notify(0, 516, 0, 0, 0, sizeof(int), 0, 1, 0, GASPI_BLOCK);
            gaspi_notify_waitsome(0, 1, 1, &id, GASPI_BLOCK);
            gaspi_notify_reset(0, id, &value);
        } else if (rank == 0) {
            gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
            gaspi_notify_reset(0, id, &value);
            gaspi_notify(0, 1, 1, 1, 0, GASPI_BLOCK);
        }
    }
    if (rank == 1)
        gaspi_write_notify(0, 516, 0, 0, 0, sizeof(int), 0, 1, 0, GASPI_BLOCK); //@ A
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    if (rank == 0)
        printf("%d\n", cell[0]); //@ B

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
