/*
 * PE 0 tells all others: a loop over targets puts to each and sets its flag. The others wait for the flag and read.
 *
 * The flag is set behind the fence: a target that has seen it knows that the put to it is complete (OpenSHMEM 1.6, 9.11.1).
 */
//@ expect: none
//@ twin: targets_told_one_loop_race.c
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

    if (me == 0) {
        for (int pe = 1; pe < np; pe++) {
            shmem_long_put(data, value, 4, pe);
            shmem_fence();
            shmem_uint64_atomic_set(&flag, 1, pe);
        }
    } else {
        shmem_uint64_wait_until(&flag, SHMEM_CMP_EQ, 1);
        for (int i = 0; i < 4; i++)
            sum += data[i];
    }

    printf("%ld\n", sum);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
