/*
 * PE 0 puts into PE 1 and completes the put; all PEs synchronise as a team; PE 1 loads.
 *
 * All PEs are in the world team (OpenSHMEM 1.6, 9.4), so that the load comes after the quiet.
 */
//@ expect: none
//@ twin: sync_of_shared_team.c
#include <shmem.h>
#include <stdio.h>

static long cell;

int main(void)
{
    shmem_init();
    if (shmem_my_pe() == 0 && shmem_n_pes() > 1) {
        shmem_long_p(&cell, 4, 1); //@ A
        shmem_quiet();
    }
    shmem_team_sync(SHMEM_TEAM_WORLD);
    if (shmem_my_pe() == 1)
        printf("%ld\n", cell); //@ B
    shmem_finalize();
    return 0;
}
