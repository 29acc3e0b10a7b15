/*
 * All send a value to all, themselves included, but a flag before it; each waits for the flags of all one by one, and sums up the values.
 *
 * A flag is set before the value that it announces: who has seen it knows nothing of the value, which may arrive while it is read
 * (OpenSHMEM 1.6, 9.11.1). That goes for the value that a process sends to itself, too.
 */
//@ expect: error RMA201 A B
//@ twin: all_to_all_flags_one_by_one.c
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
        shmem_int_atomic_set(&flags[me], 1, pe);
    shmem_fence();
    for (int pe = 0; pe < n; pe++)
        shmem_int_p(&values[me], me + 1, pe); //@ A
    for (int pe = 0; pe < n; pe++)
        shmem_int_wait_until(&flags[pe], SHMEM_CMP_EQ, 1);
    for (int pe = 0; pe < n; pe++) sum += values[pe]; //@ B
    printf("%d\n", sum);
    shmem_finalize();
    return 0;
}
