/*
 * Rank 0 sends with a notification and fills its source again when rank 1 has answered; it never waits
 * for its queue in between.
 *
 * Rank 1 answers before it has found the notification of the data, so the answer does not say that
 * they have arrived (GASPI 17.1, 8.3.4).
 */
//@ expect: error RMA101 A B
//@ twin: ack_after_data_seen.c
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
        cell[0] = 1;
        gaspi_write_notify(0, 0, 1, 0, 512, sizeof(int), 0, 1, 0, GASPI_BLOCK); //@ A
        gaspi_notify_waitsome(0, 1, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        cell[0] = 2; //@ B
    } else if (rank == 1) {
        gaspi_notify(0, 0, 1, 1, 0, GASPI_BLOCK);
        gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        printf("%d\n", cell[128]);
    }
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
