/*
 * PE 0 puts into PE 1 and completes the put; the PEs that share memory synchronise; PE 1 loads.
 *
 * PEs 0 and 1 may share no memory: then they are in different teams (OpenSHMEM 1.6, 9.4), and nothing orders them. Where PEs run is
 * known at run time only: a warning.
 */
//@ expect: warning RMA201 A B
//@ twin: sync_of_world_team.c
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
    shmem_team_sync(SHMEM_TEAM_SHARED);
    if (shmem_my_pe() == 1)
        printf("%ld\n", cell); //@ B
    shmem_finalize();
    return 0;
}
