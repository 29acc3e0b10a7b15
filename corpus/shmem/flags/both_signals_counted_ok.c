/*
 * PE 0 puts two values, each of which adds one to a signal. PE 1 waits until both have come and reads the first.
 *
 * The signal of each call speaks of its data (OpenSHMEM 1.6, 9.8.1), and two have been added.
 */
//@ expect: none
//@ twin: one_signal_counted_race.c
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>

static long data[2];
static uint64_t come;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();
    if (shmem_n_pes() < 2)
        shmem_global_exit(1);

    long value = 7;
    if (me == 0) {
        shmem_long_put_signal(&data[0], &value, 1, &come, 1, SHMEM_SIGNAL_ADD, 1);
        shmem_long_put_signal(&data[1], &value, 1, &come, 1, SHMEM_SIGNAL_ADD, 1);
    } else if (me == 1) {
        shmem_signal_wait_until(&come, SHMEM_CMP_GE, 2);
        printf("%ld\n", data[0]);
    }

    shmem_finalize();
    return 0;
}
