/*
 * A team of PE 0 alone. For the others the team is invalid, and their number in it is -1 (OpenSHMEM 1.5, 9.4.1).
 *
 * The others put: with three PEs two puts meet in one slot (OpenSHMEM 1.5, 9.9.1). Happens with 3 or more PEs.
 */
//@ expect: error RMA203 A A
//@ twin: number_in_invalid_team_ok.c
#include <shmem.h>
#include <stdio.h>

static double slot, value;

int main(void)
{
    shmem_team_t first = SHMEM_TEAM_INVALID;

    shmem_init();
    value = shmem_my_pe();
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 1, NULL, 0, &first);
    if (shmem_team_my_pe(first) < 0)
        shmem_double_put(&slot, &value, 1, shmem_n_pes() - 1); //@ A
    shmem_barrier_all();
    printf("%g\n", slot);
    shmem_finalize();
    return 0;
}
