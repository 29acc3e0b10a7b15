/*
 * In each step all send a value to all, themselves included, and then a flag; each waits for the flags of all, which are 1 in each step,
 * and sums up the values. A barrier ends the step.
 *
 * From the second step on the flags of the first end the waits at once: the value of the step may arrive while it is read, also that of
 * the process itself (OpenSHMEM 1.6, 9.11.1).
 */
//@ expect: error RMA201 A B
//@ twin: all_to_all_flags_by_step.c
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
            shmem_int_p(&values[me], step, pe); //@ A
        shmem_fence();
        for (int pe = 0; pe < n; pe++)
            shmem_int_atomic_set(&flags[me], 1, pe);
        for (int pe = 0; pe < n; pe++)
            shmem_int_wait_until(&flags[pe], SHMEM_CMP_EQ, 1);
        for (int pe = 0; pe < n; pe++)
            sum += values[pe]; //@ B
        shmem_barrier_all();
    }
    printf("%d\n", sum);
    shmem_finalize();
    return 0;
}
