/*
 * Two arrays are sent to the neighbour, the second with a signal.
 *
 * The signal tells that the data of its own call have arrived, not those of the put before it (OpenSHMEM 1.6,
 * 9.8.2).
 */
//@ expect: error RMA201 A B
//@ twin: put_signal_own_data.c
#include <shmem.h>
#include <stdio.h>

static double first[8], second[8];
static uint64_t sig;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    double source[8] = {0};
    int right = (me + 1) % n;
    shmem_double_put(first, source, 8, right); //@ A
    shmem_double_put_signal(second, source, 8, &sig, 1, SHMEM_SIGNAL_SET, right);
    shmem_signal_wait_until(&sig, SHMEM_CMP_EQ, 1);
    printf("%f\n", first[0] + second[0]); //@ B
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
