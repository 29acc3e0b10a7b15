/*
 * Rank 0 sends two values to one cell of rank 1, which uses each.
 *
 * Rank 1 gives credit by a notification when it is through with the first value (GASPI 17.1, 8.3.1 and
 * 8.3.2).
 */
//@ expect: none
//@ twin: no_credit.c
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
        cell[1] = 2;
        gaspi_write_notify(0, 0, 1, 0, 512, sizeof(int), 0, 1, 0, GASPI_BLOCK);
        gaspi_notify_waitsome(0, 2, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        gaspi_write_notify(0, 4, 1, 0, 512, sizeof(int), 1, 1, 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
    } else if (rank == 1) {
        gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        printf("%d\n", cell[128]);
        gaspi_notify(0, 0, 2, 1, 0, GASPI_BLOCK);
        gaspi_notify_waitsome(0, 1, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        printf("%d\n", cell[128]);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
