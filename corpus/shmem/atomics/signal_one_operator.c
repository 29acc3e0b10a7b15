/*
 * Processes signal PE 0 with a message each.
 *
 * All add.
 */
//@ expect: none
//@ twin: signal_operators.c
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
        shmem_int_put_signal(&in[me], &out, 1, &sig, 1, SHMEM_SIGNAL_ADD, 0);
    else if (me > 1)
        shmem_int_put_signal(&in[me], &out, 1, &sig, 1, SHMEM_SIGNAL_ADD, 0);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
