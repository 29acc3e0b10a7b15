/*
 * Each process fetches the value of its right neighbour, which gives itself a new value.
 *
 * Nothing orders the store of the owner and the get of its neighbour: the barrier comes after both (OpenSHMEM 1.6,
 * 9.6.5).
 */
//@ expect: error RMA202 A B
//@ twin: get_after_owner_stores.c
#include <shmem.h>
#include <stdio.h>

static int value;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int got;
    shmem_barrier_all();
    value = 10 * me; //@ B
    shmem_int_get(&got, &value, 1, (me + 1) % n); //@ A
    shmem_barrier_all();
    printf("%d\n", got);
    shmem_finalize();
    return 0;
}
