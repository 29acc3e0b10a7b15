/*
 * Every process sends one number to PE 0.
 *
 * All write the same element of PE 0, and nothing orders them (OpenSHMEM 1.6, 9.6.2).
 */
//@ expect: error RMA203 A A
//@ twin: p_own_slot.c
#include <shmem.h>
#include <stdio.h>

static int slots[256];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n > 256)
        shmem_global_exit(1);
    shmem_int_p(&slots[0], me, 0); //@ A
    shmem_barrier_all();
    if (me == 0)
        printf("%d\n", slots[0]);
    shmem_finalize();
    return 0;
}
