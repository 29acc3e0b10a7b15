/*
 * Two ways to raise the signal of PE 0.
 *
 * An atomic addition is not atomic to a signal (OpenSHMEM 1.6, 9.8.1).
 */
//@ expect: error RMA301 A B
//@ twin: signal_meets_signal.c
#include <shmem.h>

static int in[64];
static uint64_t sig;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    int out = me;
    if (me % 2 == 1)
        shmem_int_put_signal(&in[me % 64], &out, 0, &sig, 1, SHMEM_SIGNAL_ADD, 0); //@ A
    else
        shmem_uint64_atomic_add(&sig, 1, 0); //@ B
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
