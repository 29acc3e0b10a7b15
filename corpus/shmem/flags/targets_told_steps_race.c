/*
 * PE 0 tells all others: in each step, a loop over targets puts to each with a signal. The others wait for the flag and read.
 *
 * No barrier ends the step: the put of the next step comes while the target may still read.
 */
//@ expect: error RMA201 A B
//@ expect: error RMA203 A A
//@ twin: targets_told_steps_ok.c
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>

static long data[4];
static uint64_t flag;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), np = shmem_n_pes();
    long value[4] = {me, 1, 2, 3}, sum = 0;

    for (int step = 1; step <= 10; step++) {
        if (me == 0) {
            for (int pe = 1; pe < np; pe++)
                shmem_long_put_signal(data, value, 4, &flag, step, SHMEM_SIGNAL_SET, pe); //@ A
        } else {
            shmem_signal_wait_until(&flag, SHMEM_CMP_EQ, step);
            for (int i = 0; i < 4; i++)
                sum += data[i]; //@ B
        }
    }

    printf("%ld\n", sum);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
