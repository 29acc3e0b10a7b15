/*
 * Two symmetric arrays: one is sent to, the other is worked on.
 *
 * It is the other.
 */
//@ expect: none
//@ twin: two_arrays_confused.c
#include <shmem.h>



int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    double *in = shmem_malloc(32 * sizeof(double)), *work = shmem_malloc(32 * sizeof(double));
    double out[32] = {0};
    shmem_double_put(in, out, 32, (me + 1) % n);
    for (int i = 0; i < 32; i++)
        work[i] = i;
    shmem_barrier_all();
    shmem_free(work);
    shmem_free(in);
    shmem_finalize();
    return 0;
}
