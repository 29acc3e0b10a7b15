/*
 * PE 1 and PE 2 each put a block into their place on PE 0 and then, behind a fence, a flag. PE 0 waits for any of the two flags
 * by the generic name, and reads the first block.
 *
 * The wait ends with either flag (OpenSHMEM 1.6, 9.10.3): the block of PE 1 may arrive while it is read.
 */
//@ expect: error RMA201 A B
//@ twin: wait_until_any_found_one.c
#include <shmem.h>
#include <stdio.h>

#define N 16

static long flags[2];
static double blocks[2][N], mine[N];

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    if (shmem_n_pes() < 3)
        shmem_global_exit(1);
    if (me == 1 || me == 2) {
        for (int i = 0; i < N; i++)
            mine[i] = me * i;
        shmem_put(blocks[me - 1], mine, N, 0); //@ A
        shmem_fence();
        shmem_atomic_set(&flags[me - 1], 1, 0);
    }
    if (me == 0) {
        size_t found = shmem_wait_until_any(flags, 2, NULL, SHMEM_CMP_EQ, 1);
        printf("%zu %g\n", found, blocks[0][N - 1]); //@ B
    }
    shmem_finalize();
    return 0;
}
