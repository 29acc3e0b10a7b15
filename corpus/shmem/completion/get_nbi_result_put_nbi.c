/*
 * Figure 4.3b of the thesis: a nonblocking get into a buffer that a nonblocking put sends on.
 *
 * Both are pending until quiet, and one writes what the other reads (OpenSHMEM 1.6, 9.6.9, 9.6.10).
 */
//@ expect: error RMA104 A B
//@ twin: get_nbi_result_put_after_quiet.c
#include <shmem.h>

static int remote, forward;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int buffer = 0;
    if (me == 0 && n > 2) {
        shmem_int_get_nbi(&buffer, &remote, 1, 1); //@ A
        shmem_int_put_nbi(&forward, &buffer, 1, 2); //@ B
        shmem_quiet();
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
