/*
 * Two arrays are sent to the neighbour, the second with a signal.
 *
 * What is read behind the wait is what came with the signal.
 */
//@ expect: none
//@ twin: put_signal_other_data.c
#include <shmem.h>
#include <stdio.h>

static double first[8], second[8];
static uint64_t sig;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    double source[8] = {0};
    int right = (me + 1) % n;
    shmem_double_put(first, source, 8, right);
    shmem_double_put_signal(second, source, 8, &sig, 1, SHMEM_SIGNAL_SET, right);
    shmem_signal_wait_until(&sig, SHMEM_CMP_EQ, 1);
    printf("%f\n", second[0]);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
