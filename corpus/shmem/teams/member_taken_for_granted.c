/*
 * Process 0 writes into cells of process 1: one for every process that is in the team of the even ones, at the number that
 * the process has there.
 *
 * The number is half of that of the process: the odd ones write over the cells of the even ones before these are complete.
 */
//@ expect: error RMA203 A A
//@ twin: member_found_by_number.c
#include <shmem.h>

static int cells[64];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_team_t even;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, (n + 1) / 2, NULL, 0, &even);
    if (me == 0)
        for (int pe = 0; pe < n; pe++) {
            int at = pe / 2;
            shmem_int_put_nbi(&cells[at], &me, 1, 1); //@ A
        }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
