/*
 * Two processes write alternating blocks of an array on PE 0 by block-strided puts.
 *
 * The blocks have three elements and begin four apart, the second process begins two behind the first: they share
 * elements (OpenSHMEM 1.6, 9.6.4).
 */
//@ expect: error RMA203 A A
//@ twin: ibput_blocks.c
#include <shmem.h>

static long line[64];

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    long data[64] = {0};
    if (me < 2)
        shmem_long_ibput(line + 2 * me, data, 4, 4, 3, 8, 0); //@ A
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
