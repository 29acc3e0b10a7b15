/*
 * PE 0 puts into PE 1 and both synchronise, each in a team.
 *
 * All processes synchronise.
 */
//@ expect: none
//@ twin: sync_of_even_team.c
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_team_t even;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, (n + 1) / 2, NULL, 0, &even);
    if (me == 0 && n > 1) {
        shmem_int_p(&x, 42, 1);
        shmem_quiet();
    }
    shmem_team_sync(SHMEM_TEAM_WORLD);
    if (me == 1)
        printf("%d\n", x);
    shmem_finalize();
    return 0;
}
