/*
 * Ranks 0 and 1 write to one cell of rank 2, with a barrier between.
 *
 * Rank 2 finds the notification behind the barrier: the first write may still be under way there when the second begins
 * (GASPI 17.1, 8.2.3).
 */
//@ expect: error RMA203 A B
//@ twin: found_before_barrier.c
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    if (num < 3)
        exit(1);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;
    cell[0] = rank;

    if (rank == 0) {
        gaspi_write_notify(0, 0, 2, 0, 512, sizeof(int), 3, 1, 0, GASPI_BLOCK); //@ A
    } else if (rank == 2) {
        cell[1] = 1;
    }
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    if (rank == 1)
        gaspi_write(0, 0, 2, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ B
    if (rank == 2) {
        gaspi_notify_waitsome(0, 3, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
    }
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
