/*
 * Each process puts an element to its right neighbour, frees a null pointer, synchronises, and loads its own.
 *
 * Where the pointer is null nothing is done, so the put is not complete; the synchronisation completes nothing either (OpenSHMEM 1.6, 9.3.1, 9.9.3).
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: free_of_table_then_sync.c
#include <shmem.h>
#include <stdio.h>

static int element;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int *table = NULL;

    shmem_int_p(&element, me, (me + 1) % n); //@ PUT
    shmem_free(table);
    shmem_sync_all();
    printf("%d\n", element); //@ LOAD
    shmem_finalize();
    return 0;
}
