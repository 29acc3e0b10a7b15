/*
 * Rank 1 tells rank 0 by a notification that its cell may be written.
 *
 * Rank 1 changes the cell after it has said that it is ready.
 */
//@ expect: error RMA201 A B
//@ twin: ready_after_store.c
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
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;

    if (rank == 1) {
        gaspi_notify(0, 0, 0, 1, 0, GASPI_BLOCK);
        cell[128] = 3; //@ B
        gaspi_wait(0, GASPI_BLOCK);
    } else if (rank == 0) {
        gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        gaspi_write(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ A
        gaspi_wait(0, GASPI_BLOCK);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
