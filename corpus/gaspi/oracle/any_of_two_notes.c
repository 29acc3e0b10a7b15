/*
 * Rank 0 writes to rank 1 with a notification, and rank 1 waits for any of the notifications 0 and 1.
 *
 * Nobody posts notification 1, so what ends the wait is that of the write (GASPI 17.1, 8.3).
 */
//@ expect: none
//@ twin: any_of_two_notes_and_others.c
#include <GASPI.h>
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
    int seen = 0;

    if (rank == 0) {
        gaspi_write_notify(0, 512, 1, 0, 0, sizeof(int), 0, 1, 0, GASPI_BLOCK);
    } else if (rank == 1) {
        gaspi_notify_waitsome(0, 0, 2, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        seen = cell[0];
    }
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return seen;
}
