/*
 * A write to the neighbour, a notification on its queue, and another operation on the same cell.
 *
 * The order of a notification is one of writes: a read of the same queue need not come behind it (thesis, rule R6).
 */
//@ expect: error RMA203 A B
//@ twin: write_behind_notify.c
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    if (num < 2)
        exit(1);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;
    cell[0] = rank;

    int next = (rank + 1) % num;
    gaspi_write(0, 0, next, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ A
    gaspi_notify(0, next, 0, 1, 0, GASPI_BLOCK);
    gaspi_read(0, 4, next, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ B
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
