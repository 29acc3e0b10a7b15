/*
 * Each process gives its number to all; then it sets that of its right neighbour.
 *
 * All synchronise between: who takes part has returned from the collection (OpenSHMEM 1.6, 9.9).
 */
//@ expect: none
//@ twin: put_into_source_after_fcollect.c
#include <shmem.h>
#include <stdio.h>

static long part, all[64];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n > 64)
        shmem_global_exit(1);
    part = me;
    shmem_long_fcollect(SHMEM_TEAM_WORLD, all, &part, 1);
    shmem_sync_all();
    shmem_long_p(&part, me, (me + 1) % n);
    shmem_barrier_all();
    printf("%ld %ld\n", part, all[0]);
    shmem_finalize();
    return 0;
}
