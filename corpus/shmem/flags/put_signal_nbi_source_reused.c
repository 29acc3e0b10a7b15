/*
 * A nonblocking put with signal, whose source is filled anew after the process has received the signal of another.
 *
 * The signal that comes in is one of the left neighbour and says nothing of the own put, whose source is in use
 * until quiet (OpenSHMEM 1.6, 9.8.3). From 3 processes.
 */
//@ expect: error RMA101 A B
//@ twin: put_signal_nbi_source_kept.c
#include <shmem.h>

static long in[4];
static uint64_t sig;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    long out[4] = {0};
    if (n < 3)
        shmem_global_exit(1);
    shmem_long_put_signal_nbi(in, out, 4, &sig, 1, SHMEM_SIGNAL_SET, (me + 1) % n); //@ A
    shmem_signal_wait_until(&sig, SHMEM_CMP_EQ, 1);
    out[0] = in[0]; //@ B
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
