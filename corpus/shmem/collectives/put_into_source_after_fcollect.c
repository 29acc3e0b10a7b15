/*
 * Each process gives its number to all; then it sets that of its right neighbour.
 *
 * Who has got all numbers knows that the neighbour's was read for itself; the neighbour may still send it to others (OpenSHMEM 1.6, 9.9: upon
 * return the source may be reused by the process that has called). From three processes.
 */
//@ expect: error RMA201 A B
//@ twin: sync_after_fcollect.c
#include <shmem.h>
#include <stdio.h>

static long part, all[64];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n > 64)
        shmem_global_exit(1);
    part = me;
    shmem_long_fcollect(SHMEM_TEAM_WORLD, all, &part, 1); //@ B
    shmem_long_p(&part, me, (me + 1) % n); //@ A
    shmem_barrier_all();
    printf("%ld %ld\n", part, all[0]);
    shmem_finalize();
    return 0;
}
