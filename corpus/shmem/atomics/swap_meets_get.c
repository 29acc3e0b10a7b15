/*
 * A value on PE 0 is exchanged by some and looked at by others.
 *
 * A get is not atomic to a swap (OpenSHMEM 1.6, 3.2).
 */
//@ expect: error RMA301 A B
//@ twin: swap_meets_fetch.c
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    int got = 0;
    if (me % 2 == 0)
        got = shmem_int_atomic_swap(&x, me, 0); //@ A
    else
        shmem_int_get(&got, &x, 1, 0); //@ B
    shmem_barrier_all();
    printf("%d\n", got);
    shmem_finalize();
    return 0;
}
