/*
 * Figure 2.7c of the thesis: a nonblocking get and a load of its destination.
 *
 * Quiet before the load completes the get (OpenSHMEM 1.6, 9.11.1).
 */
//@ expect: none
//@ twin: get_nbi_result_read_early.c
#include <shmem.h>
#include <stdio.h>

static int remote;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int localbuf = 0;
    shmem_barrier_all();
    if (me == 0 && n > 1) {
        shmem_int_get_nbi(&localbuf, &remote, 1, 1);
        shmem_quiet();
        printf("localbuf is %d\n", localbuf);
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
