/*
 * In each step all send a value to all, themselves included, and then a flag; each waits for the flags of all, which have the number of the step,
 * and sums up the values. A barrier ends the step.
 *
 * The flag of a step comes behind the value of that step, and those of earlier steps are other numbers: also from a process to itself
 * (OpenSHMEM 1.6, 9.10.1, 9.11.1).
 */
//@ expect: none
//@ twin: all_to_all_flags_of_any_step.c
#include <shmem.h>
#include <stdio.h>

#define MOST 16

static int flags[MOST], values[MOST];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes(), sum = 0;
    if (n > MOST)
        shmem_global_exit(1);
    for (int step = 0; step < 3; step++) {
        for (int pe = 0; pe < n; pe++)
            shmem_int_p(&values[me], step, pe);
        shmem_fence();
        for (int pe = 0; pe < n; pe++)
            shmem_int_atomic_set(&flags[me], step + 1, pe);
        for (int pe = 0; pe < n; pe++)
            shmem_int_wait_until(&flags[pe], SHMEM_CMP_EQ, step + 1);
        for (int pe = 0; pe < n; pe++)
            sum += values[pe];
        shmem_barrier_all();
    }
    printf("%d\n", sum);
    shmem_finalize();
    return 0;
}
