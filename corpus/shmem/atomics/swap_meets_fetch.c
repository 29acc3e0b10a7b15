/*
 * A value on PE 0 is exchanged by some and looked at by others.
 *
 * An atomic fetch is.
 */
//@ expect: none
//@ twin: swap_meets_get.c
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    int got = 0;
    if (me % 2 == 0)
        got = shmem_int_atomic_swap(&x, me, 0);
    else
        got = shmem_int_atomic_fetch(&x, 0);
    shmem_barrier_all();
    printf("%d\n", got);
    shmem_finalize();
    return 0;
}
