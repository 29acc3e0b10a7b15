/*
 * A read with a notification, and a wait for any of the notifications 2 to 4.
 *
 * The neighbour raises notification 3, which may be the one that is found while the read is under way.
 */
//@ expect: error RMA102 A B
//@ twin: read_found_among_several.c
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
    gaspi_notify(0, next, 3, 1, 0, GASPI_BLOCK);
    gaspi_read_notify(0, 8, next, 0, 512, sizeof(int), 2, 0, GASPI_BLOCK); //@ A
    gaspi_notify_waitsome(0, 2, 3, &id, GASPI_BLOCK);
    printf("%d\n", cell[2]); //@ B
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
