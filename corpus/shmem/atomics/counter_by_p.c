/*
 * Every process counts itself on PE 0.
 *
 * shmem_g and shmem_p are no atomic update: two processes write the counter at once (OpenSHMEM 1.6, 9.6.2).
 */
//@ expect: error RMA203 A A
//@ expect: error RMA203 B A
//@ twin: counter_by_atomic.c
#include <shmem.h>
#include <stdio.h>

static int counter;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int now = shmem_int_g(&counter, 0); //@ B
    shmem_int_p(&counter, now + 1, 0); //@ A
    shmem_barrier_all();
    if (me == 0)
        printf("%d of %d\n", counter, n);
    shmem_finalize();
    return 0;
}
