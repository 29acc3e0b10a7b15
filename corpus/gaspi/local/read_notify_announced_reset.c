/*
 * A neighbour announces its values by notification 5; the process then reads one of them with a notification of the same number.
 *
 * The announcement is reset before the read: the second wait ends with the read (GASPI 17.1, 8.3.3 and 8.3.8).
 */
//@ expect: none
//@ twin: read_notify_announced.c
#include <GASPI.h>
#include <stdio.h>

int main(void)
{
    gaspi_rank_t rank, num, next;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_create(1, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(1, &ptr);
    int *cell = ptr;
    next = (rank + 1) % num;

    gaspi_notify(1, next, 5, 1, 0, GASPI_BLOCK);
    gaspi_notify_waitsome(1, 5, 1, &id, GASPI_BLOCK);
    gaspi_notify_reset(1, id, &value);
    gaspi_read_notify(1, 0, next, 0, 0, sizeof(int), 5, 0, GASPI_BLOCK);
    gaspi_notify_waitsome(1, 5, 1, &id, GASPI_BLOCK);
    printf("%d\n", cell[0]);
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
