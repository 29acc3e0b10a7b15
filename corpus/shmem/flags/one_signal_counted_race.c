/*
 * PE 0 puts two values, each of which adds one to a signal. PE 1 waits until one has come and reads the first.
 *
 * The signal of each call speaks of its own data (OpenSHMEM 1.6, 9.8.1), and without a fence the second call may come first (9.11.1). So the
 * one that has come may be that of the other value.
 */
//@ expect: error RMA201 A B
//@ twin: both_signals_counted_ok.c
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
        shmem_long_put_signal(&data[0], &value, 1, &come, 1, SHMEM_SIGNAL_ADD, 1); //@ A
        shmem_long_put_signal(&data[1], &value, 1, &come, 1, SHMEM_SIGNAL_ADD, 1);
    } else if (me == 1) {
        shmem_signal_wait_until(&come, SHMEM_CMP_GE, 1);
        printf("%ld\n", data[0]); //@ B
    }

    shmem_finalize();
    return 0;
}
