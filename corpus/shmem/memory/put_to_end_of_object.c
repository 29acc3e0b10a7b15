/*
 * A put of four numbers from the middle of an array of eight.
 *
 * What a put writes must lie in the symmetric object (OpenSHMEM 1.6, 9.5.1). The last number goes to the end of the array.
 */
//@ expect: none
//@ twin: put_beyond_object.c
#include <shmem.h>

static long table[8];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    long row[8] = {0};
    shmem_barrier_all();
    shmem_long_put(&table[4], row, 4, (me + 1) % n);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
