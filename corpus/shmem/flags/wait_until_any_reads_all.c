/*
 * PE 0 receives a value from each process, with a flag for each.
 *
 * shmem_int_wait_until_any returns when one of the flags is set; the values of the others may be under way
 * (OpenSHMEM 1.6, 9.10.3).
 */
//@ expect: error RMA201 A B
//@ twin: wait_until_all_reads_all.c
#include <shmem.h>
#include <stdio.h>

static int values[64], flags[64];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n > 64)
        shmem_global_exit(1);
    shmem_int_p(&values[me], me, 0); //@ A
    shmem_fence();
    shmem_int_atomic_set(&flags[me], 1, 0);
    if (me == 0) {
        int sum = 0;
        shmem_int_wait_until_any(flags, n, NULL, SHMEM_CMP_EQ, 1);
        for (int i = 0; i < n; i++)
            sum += values[i]; //@ B
        printf("%d\n", sum);
    }
    shmem_finalize();
    return 0;
}
