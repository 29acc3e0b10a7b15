/*
 * PE 0 waits as often for any of the signals as there are PEs, and leaves out those that it has found. Then it reads all values.
 *
 * Each wait returns another index (OpenSHMEM 1.6, 9.10.3), so all signals have been found, and a signal speaks of the data of its own call
 * (9.8.1). There is no wait that leaves all of them out.
 */
//@ expect: none
//@ twin: wait_any_for_each_race.c
#include <shmem.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define MOST 64

static long parts[MOST];
static uint64_t there[MOST];
static int found[MOST];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n > MOST)
        shmem_global_exit(1);

    long value = 10 + me;
    shmem_long_put_signal(&parts[me], &value, 1, &there[me], 1, SHMEM_SIGNAL_SET, 0);
    if (me == 0) {
        for (int k = 0; k < n; k++) {
            size_t i = shmem_uint64_wait_until_any(there, n, found, SHMEM_CMP_EQ, 1);
            found[i] = 1;
        }
        long sum = 0;
        for (int p = 0; p < n; p++)
            sum += parts[p];
        printf("%ld\n", sum);
    }

    shmem_finalize();
    return 0;
}
