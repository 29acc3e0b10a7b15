// Each iteration of a worksharing loop reads what a sender writes, without a wait (GASPI 17.1, 8.3).
//
//@ expect: error RMA201 A B
//@ twin: notification_of_each_iteration_ok.c
#include <GASPI.h>
#include <stdio.h>

int main(void)
{
    gaspi_rank_t me, n;
    gaspi_pointer_t base;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&n);
    gaspi_segment_create(0, 65536, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &base);
    long *in = (long *)base + 1024;
    if (n >= 64)
        return 1;
    for (int p = 0; p < n; p++)
        gaspi_write_notify(0, 0, p, 0, 8192 + 64 * me, 64, me, 1, 0, GASPI_BLOCK); //@ A
#pragma omp parallel for
    for (int p = 0; p < n; p++) {
        printf("%ld\n", in[8 * p]); //@ B
    }
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
