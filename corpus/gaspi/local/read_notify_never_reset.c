/*
 * Each process reads four values with notification 5, one after the other, and waits for the notification each time.
 *
 * The notification of the first read stays until it is reset (GASPI 17.1, 8.3.3): each later wait ends at once, with the
 * read pending.
 */
//@ expect: error RMA102 A B
//@ twin: read_notify_reset_each_time.c
#include <GASPI.h>
#include <stdio.h>

int main(void)
{
    gaspi_rank_t rank, num, next;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_create(1, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(1, &ptr);
    int *cell = ptr;
    next = (rank + 1) % num;

    for (int k = 0; k < 4; k++) {
        gaspi_read_notify(1, 4 * k, next, 0, 4 * k, sizeof(int), 5, 0, GASPI_BLOCK); //@ A
        gaspi_notify_waitsome(1, 5, 1, &id, GASPI_BLOCK);
        printf("%d\n", cell[k]); //@ B
    }
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
