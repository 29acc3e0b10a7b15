/*
 * PE 0 waits as often for any of the signals as there are PEs, and leaves none out. Then it reads all values.
 *
 * A signal that was found still has the awaited value, so each wait may return the same index (OpenSHMEM 1.6, 9.10.3). The other values need
 * not have come.
 */
//@ expect: error RMA201 A B
//@ twin: wait_any_for_each_ok.c
#include <shmem.h>
#include <stddef.h>
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
    shmem_long_put_signal(&parts[me], &value, 1, &there[me], 1, SHMEM_SIGNAL_SET, 0); //@ A
    if (me == 0) {
        for (int k = 0; k < n; k++) {
            size_t i = shmem_uint64_wait_until_any(there, n, NULL, SHMEM_CMP_EQ, 1);
            printf("from %zu\n", i);
        }
        long sum = 0;
        for (int p = 0; p < n; p++)
            sum += parts[p]; //@ B
        printf("%ld\n", sum);
    }

    shmem_finalize();
    return 0;
}
