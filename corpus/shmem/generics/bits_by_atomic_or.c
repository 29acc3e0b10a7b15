/*
 * Each process sets its bit in a word of PE 0 by the generic atomic.
 *
 * Atomics of one kind do not race with each other (OpenSHMEM 1.6, 3.2); the barrier orders the load.
 */
//@ expect: none
//@ twin: bits_by_atomic_or_and_put.c
#include <shmem.h>
#include <stdio.h>

static unsigned long present;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n > 64)
        shmem_global_exit(1);
    shmem_atomic_or(&present, 1UL << me, 0);
    shmem_barrier_all();
    if (me == 0)
        printf("%lx\n", present);
    shmem_finalize();
    return 0;
}
