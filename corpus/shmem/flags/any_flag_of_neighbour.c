/*
 * Each process gives its right neighbour an element and sets the flag with its own number there, behind a fence. The neighbour waits for any
 * of the flags and loads the element of that number.
 *
 * The number that the wait gives says whose flag it was, and that process has put its element before (OpenSHMEM 1.6, 9.10.3, 9.11.2).
 */
//@ expect: none
//@ twin: any_flag_of_neighbour_no_fence.c
#include <shmem.h>
#include <stdio.h>

static int flags[64], data[64];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n > 64)
        shmem_global_exit(1);
    shmem_int_p(&data[me], me, (me + 1) % n); //@ PUT
    shmem_fence();
    shmem_int_atomic_set(&flags[me], 1, (me + 1) % n);
    size_t i = shmem_int_wait_until_any(flags, n, NULL, SHMEM_CMP_EQ, 1);
    printf("%d\n", data[i]); //@ LOAD
    shmem_finalize();
    return 0;
}
