/*
 * PE 0 puts into PE 1 and both synchronise, each in a team.
 *
 * The team has the even processes: PE 1 is not in it (OpenSHMEM 1.6, 9.9.2).
 */
//@ expect: error RMA201 A B
//@ twin: sync_of_all.c
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_team_t even;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, (n + 1) / 2, NULL, 0, &even);
    if (me == 0 && n > 1) {
        shmem_int_p(&x, 42, 1); //@ A
        shmem_quiet();
    }
    if (me % 2 == 0)
        shmem_team_sync(even);
    if (me == 1)
        printf("%d\n", x); //@ B
    shmem_finalize();
    return 0;
}
