/*
 * Each PE puts blocks to itself, each with a signal of its own, in a loop; then it waits for signals and reads the blocks.
 *
 * It waits for the signal of the first block only. The others need not be there, because puts with signals are not ordered (OpenSHMEM 1.6,
 * 9.8.1 and 9.11).
 */
//@ expect: error RMA201 A B
//@ twin: own_blocks_signals_added_ok.c
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
        shmem_long_put_signal(&blocks[b], &source[b], 1, &there[b], 1, SHMEM_SIGNAL_ADD, me); //@ A
    }
    long sum = 0;
    for (int b = 0; b < BLOCKS; b++) {
        shmem_signal_wait_until(&there[0], SHMEM_CMP_GE, 1);
        sum += blocks[b]; //@ B
    }
    printf("%ld\n", sum);

    shmem_finalize();
    return 0;
}
