// A wait of 100 milliseconds may end without the notification; what it returns is not looked at (GASPI 17.1, 2.7, 8.3.3).
//
//@ expect: error RMA201 A B
//@ twin: limited_wait_again_ok.c
#include <GASPI.h>
#include <stdio.h>

int main(void)
{
    gaspi_rank_t me, n;
    gaspi_pointer_t base;
    gaspi_notification_id_t id;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&n);
    gaspi_segment_create(0, 65536, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &base);
    if (me == 1) {
        gaspi_write_notify(0, 0, 0, 0, 8192, 64, 1, 1, 0, GASPI_BLOCK); //@ A
        gaspi_wait(0, GASPI_BLOCK);
    } else if (me == 0) {
        gaspi_notify_waitsome(0, 1, 1, &id, 100);
        printf("%ld\n", ((long *)base)[1024]); //@ B
    }
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
