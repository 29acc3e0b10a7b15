/*
 * An exchange loop: put into the right neighbour, barrier, use the own cell.
 *
 * A process that has left the barrier puts the next value while its neighbour still reads the last one.
 */
//@ expect: error RMA201 A B
//@ twin: put_loop_two_barriers.c
#include <shmem.h>
#include <stdio.h>

static int cell;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int sum = 0;
    for (int i = 0; i < 100; i++) {
        shmem_int_p(&cell, i, (me + 1) % n); //@ A
        shmem_barrier_all();
        sum += cell; //@ B
    }
    printf("%d\n", sum);
    shmem_finalize();
    return 0;
}
