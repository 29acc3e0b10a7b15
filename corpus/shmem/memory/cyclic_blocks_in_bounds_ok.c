// The blocks of a table are dealt out in turn. The loop ends before the first block that is not in the table.
//
//@ expect: none
//@ twin: cyclic_blocks_in_bounds_race.c
#include <shmem.h>

enum { BLOCK = 16, BLOCKS = 64 };

static long table[BLOCKS * BLOCK];

int main(void)
{
    long block[BLOCK];
    shmem_init();
    int me = shmem_my_pe(), size = shmem_n_pes();
    for (int b = me; b < BLOCKS; b += size) {
        for (int i = 0; i < BLOCK; i++)
            block[i] = b + i;
        shmem_long_put(table + b * BLOCK, block, BLOCK, 0);
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
