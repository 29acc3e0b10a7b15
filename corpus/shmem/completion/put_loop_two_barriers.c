/*
 * An exchange loop: put into the right neighbour, barrier, use the own cell.
 *
 * A second barrier orders the load before the next put.
 */
//@ expect: none
//@ twin: put_loop_one_barrier.c
#include <shmem.h>
#include <stdio.h>

static int cell;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int sum = 0;
    for (int i = 0; i < 100; i++) {
        shmem_int_p(&cell, i, (me + 1) % n);
        shmem_barrier_all();
        sum += cell;
        shmem_barrier_all();
    }
    printf("%d\n", sum);
    shmem_finalize();
    return 0;
}
