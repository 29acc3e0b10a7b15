/*
 * Each PE puts blocks to itself, each with a signal of its own, in a loop; then it waits for signals and reads the blocks.
 *
 * It waits for the signal of a block before it reads this block, and nobody else changes the signal: the block is there (OpenSHMEM 1.6,
 * 9.8.1 and 9.10.15).
 */
//@ expect: none
//@ twin: own_blocks_signals_set_race.c
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>

#define BLOCKS 4

static long blocks[BLOCKS];
static uint64_t there[BLOCKS];

int main(void)
{
    long source[BLOCKS];

    shmem_init();
    int me = shmem_my_pe();

    for (int b = 0; b < BLOCKS; b++) {
        source[b] = me + b;
        shmem_long_put_signal(&blocks[b], &source[b], 1, &there[b], 1, SHMEM_SIGNAL_SET, me);
    }
    long sum = 0;
    for (int b = 0; b < BLOCKS; b++) {
        shmem_signal_wait_until(&there[b], SHMEM_CMP_GE, 1);
        sum += blocks[b];
    }
    printf("%ld\n", sum);

    shmem_finalize();
    return 0;
}
