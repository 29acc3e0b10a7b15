/*
 * Each process puts an element to its right neighbour, frees a table, synchronises, and loads its own.
 *
 * Memory is freed behind a barrier of all, which completes the put (OpenSHMEM 1.6, 9.3.1).
 */
//@ expect: none
//@ twin: free_of_nothing_then_sync.c
#include <shmem.h>
#include <stdio.h>

static int element;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int *table = shmem_malloc(64 * sizeof(int));

    shmem_int_p(&element, me, (me + 1) % n); //@ PUT
    shmem_free(table);
    shmem_sync_all();
    printf("%d\n", element); //@ LOAD
    shmem_finalize();
    return 0;
}
