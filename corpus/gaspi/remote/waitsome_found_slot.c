/*
 * Ranks 1 and 2 write into slots of rank 0, each with the notification of its own number.
 *
 * The slot of the notification that was found is used (GASPI 17.1, 8.3.2 and 8.3.4).
 */
//@ expect: none
//@ twin: waitsome_all_slots.c
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

    if (rank == 1 || rank == 2) {
        cell[0] = rank;
        gaspi_write_notify(0, 0, 0, 0, 512 + rank * sizeof(int), sizeof(int), rank, 1, 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
    } else if (rank == 0) {
        gaspi_notify_waitsome(0, 1, 2, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        printf("%d\n", cell[128 + id]);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
