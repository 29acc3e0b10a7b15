/*
 * PE 0 goes round all PEs, puts to each and sets its flag behind a fence. The others wait for the flag and read.
 *
 * Each PE gets one put, and its flag behind it (OpenSHMEM 1.6, 9.11.1).
 */
//@ expect: none
//@ twin: targets_told_round_race.c
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

    if (me == 0 && np > 2) {
        int k = 0;
        do {
            int pe = (me + 1 + k) % np;
            shmem_long_put(data, value, 4, pe);
            shmem_fence();
            shmem_uint64_atomic_set(&flag, 1, pe);
            k++;
        } while (k < np);
    } else if (np > 2) {
        shmem_uint64_wait_until(&flag, SHMEM_CMP_EQ, 1);
        for (int i = 0; i < 4; i++)
            sum += data[i];
    }
    printf("%ld\n", sum);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
