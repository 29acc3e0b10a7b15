/*
 * Each process fetches the value of its right neighbour, which gives itself a new value.
 *
 * The barrier between store and get orders them; the second barrier orders the get before what comes later.
 */
//@ expect: none
//@ twin: get_while_owner_stores.c
#include <shmem.h>
#include <stdio.h>

static int value;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int got;
    shmem_barrier_all();
    value = 10 * me;
    shmem_barrier_all();
    shmem_int_get(&got, &value, 1, (me + 1) % n);
    shmem_barrier_all();
    printf("%d\n", got);
    shmem_finalize();
    return 0;
}
