/*
 * Rank 0 writes a cell of rank 1, on another queue where the first one is full, and posts a notification on the queue that has the write.
 *
 * A call that returns GASPI_QUEUE_FULL has posted nothing (GASPI 17.1, 8.2.1). The notification follows the write on its queue, so the
 * write has arrived when it is found (8.3.1).
 */
//@ expect: none
//@ twin: full_queue_left_race.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 4096, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;

    gaspi_queue_id_t queue = 0;
    if (rank == 0) {
        cell[0] = num;
        if (gaspi_write(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK) == GASPI_QUEUE_FULL) {
            queue = 1;
            gaspi_write(0, 0, 1, 0, 512, sizeof(int), 1, GASPI_BLOCK);
        }
        gaspi_notify(0, 1, 5, 1, queue, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
        gaspi_wait(1, GASPI_BLOCK);
    } else if (rank == 1) {
        gaspi_notify_waitsome(0, 5, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        gaspi_printf("%d\n", cell[128]);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
