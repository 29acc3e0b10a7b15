/*
 * A write to rank 1, of which rank 1 tells rank 0, which then reads the same cell of rank 1.
 *
 * With four processes rank 1 may have found the notification of rank 3, while the write of rank 2 is under way.
 */
//@ expect: error RMA203 A B
//@ expect: error RMA203 A A
//@ twin: relayed_by_one_sender.c
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

    if (rank >= 2) {
        gaspi_write(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ A
        gaspi_notify(0, 1, 3, 1, 0, GASPI_BLOCK);
    } else if (rank == 0) {
        gaspi_notify_waitsome(0, 4, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        gaspi_read(0, 4, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ B
    } else if (rank == 1) {
        gaspi_notify_waitsome(0, 3, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        gaspi_notify(0, 0, 4, 1, 0, GASPI_BLOCK);
    }
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
