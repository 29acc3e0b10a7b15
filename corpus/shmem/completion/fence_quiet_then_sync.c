/*
 * A put, a fence, a synchronisation, a load by the target.
 *
 * shmem_quiet completes the put before the synchronisation (OpenSHMEM 1.6, 9.11.1).
 */
//@ expect: none
//@ twin: fence_then_sync.c
#include <shmem.h>
#include <stdio.h>

static double cell[4];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    double mine[4] = {me, me, me, me};
    if (me == 0 && n > 1)
        shmem_double_put(cell, mine, 4, 1);
    shmem_fence();
    shmem_quiet();
    shmem_sync_all();
    if (me == 1)
        printf("%f\n", cell[2]);
    shmem_finalize();
    return 0;
}
