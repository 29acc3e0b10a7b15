/*
 * Process 0 writes into cells of process 1: one for every process that is in the team of the even ones, at the number that
 * the process has there.
 *
 * Processes that are not in the team have no number in it (-1) and are left out.
 */
//@ expect: none
//@ twin: member_taken_for_granted.c
#include <shmem.h>

static int cells[64];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_team_t even;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, (n + 1) / 2, NULL, 0, &even);
    if (me == 0)
        for (int pe = 0; pe < n; pe++) {
            int at = shmem_team_translate_pe(SHMEM_TEAM_WORLD, pe, even);
            if (at >= 0)
                shmem_int_put_nbi(&cells[at], &me, 1, 1);
        }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
