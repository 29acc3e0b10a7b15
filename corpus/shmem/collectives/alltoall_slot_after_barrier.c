/*
 * After an exchange of all with all each process marks its slot at PE 0.
 *
 * A barrier stands between.
 */
//@ expect: none
//@ twin: alltoall_slot_too_early.c
#include <shmem.h>

static int out[128], in[128];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n > 128)
        shmem_global_exit(1);
    for (int i = 0; i < n; i++)
        out[i] = me;
    shmem_int_alltoall(SHMEM_TEAM_WORLD, in, out, 1);
    shmem_barrier_all();
    shmem_int_p(&in[me], -1, 0);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
