/*
 * PE 0 loads a variable of PE 1 by shmem_ptr, and PE 1 stores to it behind a barrier.
 *
 * The variable is reached by its address alone: no put or get names it. It is memory of PE 1 all the same (OpenSHMEM 1.6, 9.1.8).
 */
//@ expect: none
//@ twin: pointer_load_owner_store.c
#include <shmem.h>
#include <stdio.h>

static int box;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes(), seen = 0;
    int *there = shmem_ptr(&box, (me + 1) % n);
    shmem_barrier_all();
    if (me == 0 && there != NULL)
        seen = *there;
    shmem_barrier_all();
    if (me == 1)
        box = 9;
    printf("%d\n", seen);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
