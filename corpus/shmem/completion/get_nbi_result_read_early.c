/*
 * Figure 2.7c of the thesis: a nonblocking get and a load of its destination.
 *
 * The destination of shmem_int_get_nbi holds the data only after quiet; the barrier that completes the get comes
 * after the load (OpenSHMEM 1.6, 9.6.10).
 */
//@ expect: error RMA102 A B
//@ twin: get_nbi_result_read_after_quiet.c
#include <shmem.h>
#include <stdio.h>

static int remote;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int localbuf = 0;
    shmem_barrier_all();
    if (me == 0 && n > 1) {
        shmem_int_get_nbi(&localbuf, &remote, 1, 1); //@ A
        printf("localbuf is %d\n", localbuf); //@ B
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
