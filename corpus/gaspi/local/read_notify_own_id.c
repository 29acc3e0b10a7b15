/*
 * Rank 0 reads with a notification of its own and waits for a notification.
 *
 * The notification of the read is raised at the caller when its data are there (GASPI 17.1, 8.3.8).
 */
//@ expect: none
//@ twin: read_notify_other_id.c
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

    if (rank == 1)
        gaspi_notify(0, 0, 6, 1, 0, GASPI_BLOCK);
    if (rank == 0) {
        gaspi_read_notify(0, 0, 1, 0, 512, sizeof(int), 5, 0, GASPI_BLOCK);
        gaspi_notify_waitsome(0, 5, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        printf("%d\n", cell[0]);
        gaspi_notify_waitsome(0, 6, 1, &id, GASPI_BLOCK);
    }
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
