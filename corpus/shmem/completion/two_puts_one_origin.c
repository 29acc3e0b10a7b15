/*
 * Figures 2.9b and 4.7 of the thesis: one process puts twice to the same place.
 *
 * Two puts of one process to one place may arrive in either order (OpenSHMEM 1.6, 9.6.1).
 */
//@ expect: error RMA203 A B
//@ twin: two_puts_fence.c
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int buf1 = 42, buf2 = 1337;
    shmem_barrier_all();
    if (me == 0 && n > 1) {
        shmem_int_put(&x, &buf1, 1, 1); //@ A
        shmem_int_put(&x, &buf2, 1, 1); //@ B
    }
    shmem_barrier_all();
    if (me == 1)
        printf("%d\n", x);
    shmem_finalize();
    return 0;
}
