/*
 * Processes signal PE 0 with a message each.
 *
 * PE 1 sets the signal, the others add to it: signals are atomic only among those of one operator (OpenSHMEM 1.6,
 * 9.8.1).
 */
//@ expect: error RMA301 A B
//@ twin: signal_one_operator.c
#include <shmem.h>

static int in[64];
static uint64_t sig;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int out = me;
    if (n < 3 || n > 64)
        shmem_global_exit(1);
    if (me == 1)
        shmem_int_put_signal(&in[me], &out, 1, &sig, 1, SHMEM_SIGNAL_SET, 0); //@ A
    else if (me > 1)
        shmem_int_put_signal(&in[me], &out, 1, &sig, 1, SHMEM_SIGNAL_ADD, 0); //@ B
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
