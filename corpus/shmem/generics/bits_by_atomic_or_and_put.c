/*
 * Each process sets its bit in a word of PE 0 by the generic atomic.
 *
 * PE 1 puts its bit instead: a put is no atomic (OpenSHMEM 1.6, 3.2).
 */
//@ expect: error RMA301 A B
//@ twin: bits_by_atomic_or.c
#include <shmem.h>
#include <stdio.h>

static unsigned long present;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n > 64)
        shmem_global_exit(1);
    if (me == 1)
        shmem_p(&present, 2UL, 0); //@ A
    else
        shmem_atomic_or(&present, 1UL << me, 0); //@ B
    shmem_barrier_all();
    if (me == 0)
        printf("%lx\n", present);
    shmem_finalize();
    return 0;
}
