/*
 * Two groups of processes add to one variable.
 *
 * They use different types; atomics exclude each other only with the same datatype (OpenSHMEM 1.6, 3.2).
 */
//@ expect: error RMA301 A B
//@ twin: one_type.c
#include <shmem.h>
#include <stdio.h>

static uint64_t word;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (me % 2 == 0)
        shmem_uint64_atomic_or(&word, 1, 0); //@ A
    else
        shmem_int_atomic_add((int *)&word, 2, 0); //@ B
    shmem_barrier_all();
    if (me == 0)
        printf("%d %d\n", (int)word, n);
    shmem_finalize();
    return 0;
}
