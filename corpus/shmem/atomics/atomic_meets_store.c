/*
 * PE 0 gives its counter a first value, the others add to it.
 *
 * The plain store is not atomic to the additions (OpenSHMEM 1.6, 3.2).
 */
//@ expect: error RMA301 A B
//@ twin: atomic_after_store.c
#include <shmem.h>
#include <stdio.h>

static long counter;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (me == 0)
        counter = 100; //@ B
    shmem_long_atomic_inc(&counter, 0); //@ A
    shmem_barrier_all();
    if (me == 0)
        printf("%ld of %d\n", counter, n);
    shmem_finalize();
    return 0;
}
