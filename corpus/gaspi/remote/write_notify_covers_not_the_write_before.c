/*
 * Rank 0 writes two cells into rank 1, the second with a notification.
 *
 * The notification of gaspi_write_notify speaks of the data of that call only (GASPI 17.1, 8.3.4): the
 * first write may still be under way.
 */
//@ expect: error RMA201 A B
//@ twin: write_notify_covers_its_own.c
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
        cell[1] = 6;
        gaspi_write(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ A
        gaspi_write_notify(0, 4, 1, 0, 516, sizeof(int), 0, 1, 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
    } else if (rank == 1) {
        gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        printf("%d\n", cell[128]); //@ B
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
