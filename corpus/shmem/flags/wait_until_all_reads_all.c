/*
 * PE 0 receives a value from each process, with a flag for each.
 *
 * shmem_int_wait_until_all returns when all flags are set (OpenSHMEM 1.6, 9.10.2).
 */
//@ expect: none
//@ twin: wait_until_any_reads_all.c
#include <shmem.h>
#include <stdio.h>

static int values[64], flags[64];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n > 64)
        shmem_global_exit(1);
    shmem_int_p(&values[me], me, 0);
    shmem_fence();
    shmem_int_atomic_set(&flags[me], 1, 0);
    if (me == 0) {
        int sum = 0;
        shmem_int_wait_until_all(flags, n, NULL, SHMEM_CMP_EQ, 1);
        for (int i = 0; i < n; i++)
            sum += values[i];
        printf("%d\n", sum);
    }
    shmem_finalize();
    return 0;
}
