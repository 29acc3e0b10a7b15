/*
 * Ranks 1 and 2 write into slots of rank 0, each with the notification of its own number.
 *
 * One of the two notifications has been found, and both slots are used: the other write may still be
 * under way (GASPI 17.1, 8.3.2).
 */
//@ expect: error RMA201 A B
//@ twin: waitsome_found_slot.c
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
        gaspi_write_notify(0, 0, 0, 0, 512 + rank * sizeof(int), sizeof(int), rank, 1, 0, GASPI_BLOCK); //@ A
        gaspi_wait(0, GASPI_BLOCK);
    } else if (rank == 0) {
        gaspi_notify_waitsome(0, 1, 2, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        printf("%d\n", cell[129] + cell[130]); //@ B
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
