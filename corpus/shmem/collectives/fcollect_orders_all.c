/*
 * PE 1 puts into PE 2; a collective follows that all take part in.
 *
 * An fcollect needs the data of all (OpenSHMEM 1.6, 9.9.7).
 */
//@ expect: none
//@ twin: broadcast_orders_the_root_only.c
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
        shmem_int_put(&x, &value, 1, 2);
        shmem_quiet();
    }
    shmem_int_fcollect(SHMEM_TEAM_WORLD, out, &in, 1);
    if (me == 2)
        printf("%d %d\n", x, out[0]);
    shmem_finalize();
    return 0;
}
