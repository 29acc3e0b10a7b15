/*
 * Each PE puts a value to all PEs, to itself too, beginning with itself, and waits for the signal of each before it reads the values.
 *
 * A signal speaks of the data of its own call (OpenSHMEM 1.6, 9.8.1), also of the call whose target is the caller. It makes one such call, so
 * its own signal is that of this put.
 */
//@ expect: none
//@ twin: signals_to_all_and_itself_race.c
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
        shmem_long_put_signal(&parts[me], &value, 1, &there[me], 1, SHMEM_SIGNAL_SET, (me + k) % n);
    for (int p = 0; p < n; p++)
        shmem_signal_wait_until(&there[p], SHMEM_CMP_EQ, 1);
    long sum = 0;
    for (int p = 0; p < n; p++)
        sum += parts[p];
    printf("%ld\n", sum);

    shmem_finalize();
    return 0;
}
