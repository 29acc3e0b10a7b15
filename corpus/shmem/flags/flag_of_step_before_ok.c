/*
 * PE 0 puts in two steps and counts each step in a flag behind a fence; before the second step it says that this has begun. PE 1 waits for the word
 * and for the flag, and reads.
 *
 * PE 1 waits until both steps are counted: both puts are complete (OpenSHMEM 1.6, 9.11.1).
 */
//@ expect: none
//@ twin: flag_of_step_before_race.c
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>

static long data[4];
static uint64_t flag, begun;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), np = shmem_n_pes();
    long value[4] = {me, 1, 2, 3}, sum = 0;

    if (me == 0 && np > 1) {
        for (int step = 0; step < 2; step++) {
            if (step == 1)
                shmem_uint64_atomic_set(&begun, 1, 1);
            shmem_long_put(data, value, 4, 1);
            shmem_fence();
            shmem_uint64_atomic_inc(&flag, 1);
        }
    } else if (me == 1) {
        shmem_uint64_wait_until(&begun, SHMEM_CMP_EQ, 1);
        shmem_uint64_wait_until(&flag, SHMEM_CMP_GE, 2);
        for (int i = 0; i < 4; i++)
            sum += data[i];
    }
    printf("%ld\n", sum);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
