/*
 * PE 1 puts into PE 2; a collective follows that all take part in.
 *
 * A broadcast from PE 0 orders PE 0 before the others, and not PE 1 before PE 2 (OpenSHMEM 1.6, 9.9.6). From 3
 * processes.
 */
//@ expect: error RMA201 A B
//@ twin: fcollect_orders_all.c
#include <shmem.h>
#include <stdio.h>

static int x, in, out[256];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int value = 42;
    if (n < 3 || n > 256)
        shmem_global_exit(1);
    in = me;
    if (me == 1) {
        shmem_int_put(&x, &value, 1, 2); //@ A
        shmem_quiet();
    }
    shmem_int_broadcast(SHMEM_TEAM_WORLD, out, &in, 1, 0);
    if (me == 2)
        printf("%d %d\n", x, out[0]); //@ B
    shmem_finalize();
    return 0;
}
