/*
 * All send to all, themselves included, with a flag for each sender; values are read in the order in which the flags are found, those that have
 * been found are left out from then on.
 *
 * A fence orders the value before its flag at every target, and a process reads what the flag that it has found belongs to
 * (OpenSHMEM 1.6, 9.10.3, 9.11.1).
 */
//@ expect: none
//@ twin: all_to_all_in_any_order_no_fence.c
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes(), sum = 0;
    int *flags = shmem_calloc(n, sizeof(int));
    int *values = shmem_calloc(n, sizeof(int));
    int *seen = calloc(n, sizeof(int));
    for (int pe = 0; pe < n; pe++) {
        shmem_int_p(&values[me], me * me, pe);
        shmem_fence();
        shmem_int_atomic_set(&flags[me], 1, pe);
    }
    for (int k = 0; k < n; k++) {
        size_t i = shmem_int_wait_until_any(flags, n, seen, SHMEM_CMP_EQ, 1);
        sum += values[i];
        seen[i] = 1;
    }
    printf("%d\n", sum);
    free(seen);
    shmem_free(flags);
    shmem_free(values);
    shmem_finalize();
    return 0;
}
