/*
 * A process writes into the memory of its neighbour through the pointer of shmem_ptr; another fetches from there.
 *
 * A barrier orders them.
 */
//@ expect: none
//@ twin: direct_store_meets_get.c
#include <shmem.h>
#include <stdio.h>

static long x;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    long *there = shmem_ptr(&x, (me + 1) % n);
    long got;
    if (n < 3 || there == NULL)
        shmem_global_exit(1);
    *there = me;
    shmem_barrier_all();
    shmem_long_get(&got, &x, 1, (me + 2) % n);
    shmem_barrier_all();
    printf("%ld\n", got);
    shmem_finalize();
    return 0;
}
