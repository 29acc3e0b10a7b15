/*
 * Every process counts itself on PE 0.
 *
 * Atomic additions of one type exclude each other (OpenSHMEM 1.6, 3.2, 9.7).
 */
//@ expect: none
//@ twin: counter_by_p.c
#include <shmem.h>
#include <stdio.h>

static int counter;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_int_atomic_add(&counter, 1, 0);
    shmem_barrier_all();
    if (me == 0)
        printf("%d of %d\n", counter, n);
    shmem_finalize();
    return 0;
}
