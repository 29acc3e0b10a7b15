/*
 * PE 0 puts into the last process; an active-set barrier of version 1.4 follows.
 *
 * The active set has all processes.
 */
//@ expect: none
//@ twin: active_set_of_lower_half.c
#include <shmem.h>
#include <stdio.h>

static int x;
static long pSync[SHMEM_BARRIER_SYNC_SIZE];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n < 4)
        shmem_global_exit(1);
    shmem_sync_all();
    if (me == 0)
        shmem_int_p(&x, 42, n - 1);
    shmem_barrier(0, 0, n, pSync);
    if (me == n - 1)
        printf("%d\n", x);
    shmem_finalize();
    return 0;
}
