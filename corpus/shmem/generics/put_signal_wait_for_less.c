/*
 * A ring: each process puts a block with a signal into the next one, by the generic name, waits for a signal and adds up
 * what has come.
 *
 * The signal is 0 from the start, so that a wait for 0 or more ends at once (OpenSHMEM 1.6, 9.10.6): the data may arrive
 * while it is read.
 */
//@ expect: error RMA201 A B
//@ twin: put_signal_then_wait.c
#include <shmem.h>
#include <stdio.h>

#define N 32

static double in[N], out[N];
static uint64_t arrived;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    double sum = 0;
    for (int i = 0; i < N; i++)
        out[i] = me + i;
    shmem_put_signal(in, out, N, &arrived, 1, SHMEM_SIGNAL_SET, (me + 1) % n); //@ A
    shmem_signal_wait_until(&arrived, SHMEM_CMP_GE, 0);
    for (int i = 0; i < N; i++)
        sum += in[i]; //@ B
    printf("%g\n", sum);
    shmem_finalize();
    return 0;
}
