/*
 * A ring: each process puts a block with a signal into the next one, by the generic name, waits for a signal and adds up
 * what has come.
 *
 * The wait ends with the signal 1 of the left neighbour, which comes after its data (OpenSHMEM 1.6, 9.8.1, 9.10.6).
 */
//@ expect: none
//@ twin: put_signal_wait_for_less.c
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
    shmem_put_signal(in, out, N, &arrived, 1, SHMEM_SIGNAL_SET, (me + 1) % n);
    shmem_signal_wait_until(&arrived, SHMEM_CMP_EQ, 1);
    for (int i = 0; i < N; i++)
        sum += in[i];
    printf("%g\n", sum);
    shmem_finalize();
    return 0;
}
