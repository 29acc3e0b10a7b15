/*
 * A put, a fence, a synchronisation, a load by the target.
 *
 * shmem_fence orders the put before later puts to the same process and completes nothing (OpenSHMEM 1.6, 9.11.3).
 */
//@ expect: error RMA201 A B
//@ twin: fence_quiet_then_sync.c
#include <shmem.h>
#include <stdio.h>

static double cell[4];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    double mine[4] = {me, me, me, me};
    if (me == 0 && n > 1)
        shmem_double_put(cell, mine, 4, 1); //@ A
    shmem_fence();
    shmem_sync_all();
    if (me == 1)
        printf("%f\n", cell[2]); //@ B
    shmem_finalize();
    return 0;
}
