/*
 * All send a value to all, themselves included, and then a flag; each waits for the flags of all one by one, and sums up the values.
 *
 * The fence orders the values before the flags at every target, a process itself included, and the flag that a process waits for is
 * the one that its value came before (OpenSHMEM 1.6, 9.10.1, 9.11.1).
 */
//@ expect: none
//@ twin: all_to_all_flags_one_by_one_too_early.c
#include <shmem.h>
#include <stdio.h>

#define MOST 16

static int flags[MOST], values[MOST];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes(), sum = 0;
    if (n > MOST)
        shmem_global_exit(1);
    for (int pe = 0; pe < n; pe++)
        shmem_int_p(&values[me], me + 1, pe);
    shmem_fence();
    for (int pe = 0; pe < n; pe++)
        shmem_int_atomic_set(&flags[me], 1, pe);
    for (int pe = 0; pe < n; pe++)
        shmem_int_wait_until(&flags[pe], SHMEM_CMP_EQ, 1);
    for (int pe = 0; pe < n; pe++) sum += values[pe];
    printf("%d\n", sum);
    shmem_finalize();
    return 0;
}
