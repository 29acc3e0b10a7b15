/*
 * PE 1 and PE 2 each put a block into their place on PE 0 and then, behind a fence, a flag. PE 0 waits for any of the two flags
 * by the generic name, and reads the block whose flag it has found.
 *
 * A flag is raised only behind its block (OpenSHMEM 1.6, 9.11.2, 9.10.3).
 */
//@ expect: none
//@ twin: wait_until_any_reads_first.c
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
        shmem_put(blocks[me - 1], mine, N, 0);
        shmem_fence();
        shmem_atomic_set(&flags[me - 1], 1, 0);
    }
    if (me == 0) {
        size_t found = shmem_wait_until_any(flags, 2, NULL, SHMEM_CMP_EQ, 1);
        printf("%zu %g\n", found, blocks[found][N - 1]);
    }
    shmem_finalize();
    return 0;
}
