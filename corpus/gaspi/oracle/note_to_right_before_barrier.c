/*
 * All write to the right and post a notification there; all find one, meet at a barrier, and read what was written.
 *
 * Who finds the notification has the data of the write before it (GASPI 17.1, 8.3).
 */
//@ expect: none
//@ twin: note_to_left_before_barrier.c
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
    if (num < 3)
        exit(1);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;
    gaspi_rank_t right = (rank + 1) % num, left = (rank + num - 1) % num;
    cell[0] = rank;

    gaspi_write(0, 0, right, 0, 512, sizeof(int), 0, GASPI_BLOCK);
    gaspi_notify(0, right, 3, 1, 0, GASPI_BLOCK);
    gaspi_notify_waitsome(0, 3, 1, &id, GASPI_BLOCK);
    gaspi_notify_reset(0, id, &value);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    printf("%d %d\n", cell[128], left);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
