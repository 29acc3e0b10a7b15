/*
 * Rank 0 writes on one queue and notifies rank 1 on a queue.
 *
 * A notification follows what was written on its own queue (GASPI 17.1, 8.3.1); this one is posted to
 * queue 1, the write to queue 0.
 */
//@ expect: error RMA201 A B
//@ twin: notify_on_same_queue.c
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
        gaspi_write(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ A
        gaspi_notify(0, 1, 0, 1, 1, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
        gaspi_wait(1, GASPI_BLOCK);
    } else if (rank == 1) {
        gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        printf("%d\n", cell[128]); //@ B
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
