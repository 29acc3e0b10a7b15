/*
 * A ring: in each step every process writes its value into its right neighbour with a notification and
 * uses what has come from the left.
 *
 * A barrier ends each step: what was written has been found and used by then (GASPI 17.1, 8.3.4 and
 * 11.2).
 */
//@ expect: none
//@ twin: ring_next_step_too_early.c
#include <GASPI.h>

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

    gaspi_rank_t right = (rank + 1) % num;

    for (int step = 0; step < 10; step++) {
        cell[0] = step;
        gaspi_write_notify(0, 0, right, 0, 512, sizeof(int), 0, 1, 0, GASPI_BLOCK);
        gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        cell[1] += cell[128];
        gaspi_wait(0, GASPI_BLOCK);
        gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
