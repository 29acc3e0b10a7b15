/*
 * Rank 1 looks at a cell that rank 0 writes with a notification.
 *
 * The load stands behind the wait for the notification of the write (GASPI 17.1, 8.3.4).
 */
//@ expect: none
//@ twin: load_before_waitsome.c
#include <GASPI.h>
#include <stdio.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;

    if (rank == 0) {
        cell[0] = 5;
        gaspi_write_notify(0, 0, 1, 0, 512, sizeof(int), 0, 1, 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
    } else if (rank == 1) {
        gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        int seen = cell[128];
        printf("%d\n", seen);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
