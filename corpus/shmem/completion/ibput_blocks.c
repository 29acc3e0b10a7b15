/*
 * Two processes write alternating blocks of an array on PE 0 by block-strided puts.
 *
 * Blocks of two elements, four apart and shifted by two, are disjoint.
 */
//@ expect: none
//@ twin: ibput_blocks_overlap.c
#include <shmem.h>

static long line[64];

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    long data[64] = {0};
    if (me < 2)
        shmem_long_ibput(line + 2 * me, data, 4, 4, 2, 8, 0);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
