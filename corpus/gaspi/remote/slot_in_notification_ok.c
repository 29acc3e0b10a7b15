/*
 * Rank 0 writes two cells, each with a notification whose value is the index of a cell. Rank 1 reads the cell that the value of the first
 * notification names.
 *
 * That is the cell that was written with this notification; it has arrived (GASPI 17.1, 8.3.2 and 8.3.4). The value that is reset is the one
 * that was posted (8.3.3).
 */
//@ expect: none
//@ twin: slot_in_notification_race.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t rank;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;
    gaspi_notification_t slot;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;

    cell[0] = 1;
    cell[1] = 2;
    if (rank == 0) {
        gaspi_write_notify(0, 0, 1, 0, 512, sizeof(int), 0, 128, 0, GASPI_BLOCK);
        gaspi_write_notify(0, 4, 1, 0, 516, sizeof(int), 1, 129, 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
    } else if (rank == 1) {
        gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, 0, &slot);
        gaspi_printf("%d\n", cell[slot]);
        gaspi_notify_waitsome(0, 1, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, 1, &slot);
        gaspi_printf("%d\n", cell[slot]);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
