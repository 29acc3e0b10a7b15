/*
 * A put, a reduction over all processes, a load by the target.
 *
 * Quiet completes the put before the reduction.
 */
//@ expect: none
//@ twin: reduce_does_not_complete.c
#include <shmem.h>
#include <stdio.h>

static int x, in, out;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int value = me;
    in = me;
    shmem_int_put(&x, &value, 1, (me + 1) % n);
    shmem_quiet();
    shmem_int_max_reduce(SHMEM_TEAM_WORLD, &out, &in, 1);
    printf("%d %d\n", x, out);
    shmem_finalize();
    return 0;
}
