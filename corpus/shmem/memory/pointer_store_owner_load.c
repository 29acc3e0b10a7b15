/*
 * PE 0 stores into a variable of PE 1 by shmem_ptr while PE 1 loads it.
 *
 * The variable is reached by its address alone: no put or get names it. It is memory of PE 1 all the same (OpenSHMEM 1.6, 9.1.8).
 */
//@ expect: error RMA201 A B
//@ twin: pointer_store_barrier_load.c
#include <shmem.h>
#include <stdio.h>

static int box;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int *there = shmem_ptr(&box, (me + 1) % n);
    shmem_barrier_all();
    if (me == 0 && there != NULL)
        *there = 7; //@ A
    if (me == 1)
        printf("%d\n", box); //@ B
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
