/*
 * PE 0 stores into a variable of PE 1 by shmem_ptr, and PE 1 loads it behind a barrier.
 *
 * The variable is reached by its address alone: no put or get names it. It is memory of PE 1 all the same (OpenSHMEM 1.6, 9.1.8).
 * The barrier completes the store and orders it before the load (9.10.1).
 */
//@ expect: none
//@ twin: pointer_store_owner_load.c
#include <shmem.h>
#include <stdio.h>

static int box;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int *there = shmem_ptr(&box, (me + 1) % n);
    shmem_barrier_all();
    if (me == 0 && there != NULL)
        *there = 7;
    shmem_barrier_all();
    if (me == 1)
        printf("%d\n", box);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
