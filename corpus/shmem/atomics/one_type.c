/*
 * Two groups of processes add to one variable.
 *
 * They use one type.
 */
//@ expect: none
//@ twin: two_types.c
#include <shmem.h>
#include <stdio.h>

static uint64_t word;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (me % 2 == 0)
        shmem_uint64_atomic_or(&word, 1, 0);
    else
        shmem_uint64_atomic_or(&word, 2, 0);
    shmem_barrier_all();
    if (me == 0)
        printf("%d %d\n", (int)word, n);
    shmem_finalize();
    return 0;
}
