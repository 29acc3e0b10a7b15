// Each process gives its segment a number of its own, and finds there the notification of what the other has written (GASPI 17.1, 7.2, 8.3).
//
//@ expect: none
//@ twin: segment_of_own_number_race.c
#include <GASPI.h>
#include <stdio.h>

int main(void)
{
    gaspi_rank_t me, n;
    gaspi_pointer_t base;
    gaspi_notification_id_t id;
    gaspi_notification_t value;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&n);
    if (n != 2)
        return 1;
    gaspi_segment_create(0, 4096, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_alloc(1 + me, 4096, GASPI_MEM_INITIALIZED);
    gaspi_segment_register(1 + me, 1 - me, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_segment_ptr(1 + me, &base);
    gaspi_write_notify(0, 0, 1 - me, 2 - me, 0, 64, 0, 1, 0, GASPI_BLOCK);
    gaspi_notify_waitsome(1 + me, 0, 1, &id, GASPI_BLOCK);
    gaspi_notify_reset(1 + me, id, &value);
    printf("%ld\n", *(long *)base);
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
