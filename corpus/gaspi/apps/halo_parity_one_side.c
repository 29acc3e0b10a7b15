/*
 * A stencil on a ring: each process has two copies of its cells, in segments of their own, used in
 * turn; edge cells go to both neighbours with a notification for each side.
 *
 * A step looks for the notification of the left neighbour only: the cell of the right one is used, and
 * written again two steps later, while the write may still be under way (GASPI 17.1, 8.3.4).
 */
//@ expect: error RMA201 A B
//@ expect: error RMA203 A A
//@ twin: halo_parity.c
#include <GASPI.h>
#include <stdio.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;
    int sum = 0;
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);

    gaspi_rank_t left = (rank + num - 1) % num, right = (rank + 1) % num;

    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_create(1, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    for (int step = 0; step < 10; step++) {
        gaspi_segment_id_t now = step % 2;

        gaspi_segment_ptr(now, &ptr);
        int *cell = ptr;
        cell[1] = step;
        cell[2] = -step;
        gaspi_write_notify(now, 4, left, now, 12, sizeof(int), 1, 1, 0, GASPI_BLOCK); //@ A
        gaspi_write_notify(now, 8, right, now, 0, sizeof(int), 0, 1, 0, GASPI_BLOCK);
        gaspi_notify_waitsome(now, 0, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(now, id, &value);
        sum += cell[0];
        sum += cell[3]; //@ B
        gaspi_wait(0, GASPI_BLOCK);
        gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    }
    printf("%d\n", sum);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
