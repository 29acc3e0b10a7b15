/*
 * A put of eight numbers from the middle of an array of eight.
 *
 * What a put writes must lie in the symmetric object (OpenSHMEM 1.6, 9.5.1). Four numbers go behind the end of the array.
 */
//@ expect: error RMA509 A A
//@ twin: put_to_end_of_object.c
#include <shmem.h>

static long table[8];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    long row[8] = {0};
    shmem_barrier_all();
    shmem_long_put(&table[4], row, 8, (me + 1) % n); //@ A
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
