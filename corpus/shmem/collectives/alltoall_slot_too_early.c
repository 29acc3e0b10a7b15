/*
 * After an exchange of all with all each process marks its slot at PE 0.
 *
 * PE 0 may still be in the exchange, which writes all slots (OpenSHMEM 1.6, 9.9.4).
 */
//@ expect: error RMA201 B A
//@ twin: alltoall_slot_after_barrier.c
#include <shmem.h>

static int out[128], in[128];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n > 128)
        shmem_global_exit(1);
    for (int i = 0; i < n; i++)
        out[i] = me;
    shmem_int_alltoall(SHMEM_TEAM_WORLD, in, out, 1); //@ A
    shmem_int_p(&in[me], -1, 0); //@ B
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
