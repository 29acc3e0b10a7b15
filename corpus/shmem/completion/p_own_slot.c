/*
 * Every process sends one number to PE 0.
 *
 * Each has an element of its own.
 */
//@ expect: none
//@ twin: p_one_cell.c
#include <shmem.h>
#include <stdio.h>

static int slots[256];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n > 256)
        shmem_global_exit(1);
    shmem_int_p(&slots[me], me, 0);
    shmem_barrier_all();
    if (me == 0)
        printf("%d\n", slots[0]);
    shmem_finalize();
    return 0;
}
