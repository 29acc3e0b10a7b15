/*
 * PE 0 gives its counter a first value, the others add to it.
 *
 * A barrier orders the store before the additions.
 */
//@ expect: none
//@ twin: atomic_meets_store.c
#include <shmem.h>
#include <stdio.h>

static long counter;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (me == 0)
        counter = 100;
    shmem_barrier_all();
    shmem_long_atomic_inc(&counter, 0);
    shmem_barrier_all();
    if (me == 0)
        printf("%ld of %d\n", counter, n);
    shmem_finalize();
    return 0;
}
