/*
 * Neighbours on a ring write in two places by the parity of the step, with a notification for each, and a barrier ends the step.
 *
 * Nothing is taken back: the third wait finds the notification of the first step, while the third write is under way.
 */
//@ expect: error RMA201 A B
//@ twin: parity_twice_without_reset.c
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
    if (num < 2)
        exit(1);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;
    cell[0] = rank;

    int next = (rank + 1) % num;
    for (int step = 0; step < 3; step++) {
        gaspi_write_notify(0, 0, next, 0, 512 + 4 * (step % 2), sizeof(int), step % 2, 1, 0, GASPI_BLOCK); //@ A
        gaspi_notify_waitsome(0, step % 2, 1, &id, GASPI_BLOCK);
        cell[128 + step % 2] = rank; //@ B
        gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    }
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
