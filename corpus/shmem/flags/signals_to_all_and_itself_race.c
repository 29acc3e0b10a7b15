/*
 * Each PE puts a value to all PEs, to itself too, beginning with itself, and waits for the signal of each other PE before it reads the values.
 *
 * Nothing completes the put to itself: put_signal returns when the source may be used again, not when the data are at the target (OpenSHMEM
 * 1.6, 9.8.1). The load of its own value competes with this put.
 */
//@ expect: error RMA201 A B
//@ twin: signals_to_all_and_itself_ok.c
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>

#define MOST 64

static long parts[MOST];
static uint64_t there[MOST];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n > MOST)
        shmem_global_exit(1);

    long value = 10 + me;
    for (int k = 0; k < n; k++)
        shmem_long_put_signal(&parts[me], &value, 1, &there[me], 1, SHMEM_SIGNAL_SET, (me + k) % n); //@ A
    for (int k = 1; k < n; k++)
        shmem_signal_wait_until(&there[(me + k) % n], SHMEM_CMP_EQ, 1);
    long sum = 0;
    for (int p = 0; p < n; p++)
        sum += parts[p]; //@ B
    printf("%ld\n", sum);

    shmem_finalize();
    return 0;
}
