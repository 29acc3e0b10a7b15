/*
 * A put, a reduction over all processes, a load by the target.
 *
 * A reduction orders all to all and completes nothing (OpenSHMEM 1.6, 9.9.8).
 */
//@ expect: error RMA201 A B
//@ twin: quiet_before_reduce.c
#include <shmem.h>
#include <stdio.h>

static int x, in, out;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int value = me;
    in = me;
    shmem_int_put(&x, &value, 1, (me + 1) % n); //@ A
    shmem_int_max_reduce(SHMEM_TEAM_WORLD, &out, &in, 1);
    printf("%d %d\n", x, out); //@ B
    shmem_finalize();
    return 0;
}
