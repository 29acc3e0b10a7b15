/*
 * Figures 2.10a and 4.6 of the thesis: put, fence, atomic flag, wait; the target prints.
 *
 * The target prints behind shmem_int_wait_until, which returns after the flag and so after the data that the fence
 * ordered before it (OpenSHMEM 1.6, 9.10.1, 9.11.3).
 */
//@ expect: none
//@ twin: flag_before_load.c
#include <shmem.h>
#include <stdio.h>

static int x, flag;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int buf;
    shmem_sync_all();
    if (me == 0 && n > 1) {
        buf = 1337;
        shmem_int_put(&x, &buf, 1, 1);
        shmem_fence();
        shmem_int_atomic_set(&flag, 1, 1);
    } else if (me == 1) {
        shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
        printf("%d\n", x);
    }
    shmem_sync_all();
    shmem_finalize();
    return 0;
}
