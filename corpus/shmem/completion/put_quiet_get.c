/*
 * One process puts and fetches the value back.
 *
 * Quiet completes the put before the get.
 */
//@ expect: none
//@ twin: put_fence_get.c
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int out = 7, back = 0;
    if (me == 0 && n > 1) {
        shmem_int_put(&x, &out, 1, 1);
        shmem_quiet();
        shmem_int_get(&back, &x, 1, 1);
        printf("%d\n", back);
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
