/*
 * Two symmetric arrays: one is sent to, the other is worked on.
 *
 * The array that is worked on is the one that the neighbour sends to.
 */
//@ expect: error RMA201 A B
//@ twin: two_arrays.c
#include <shmem.h>



int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    double *in = shmem_malloc(32 * sizeof(double)), *work = shmem_malloc(32 * sizeof(double));
    double out[32] = {0};
    shmem_double_put(in, out, 32, (me + 1) % n); //@ A
    for (int i = 0; i < 32; i++)
        in[i] = i; //@ B
    shmem_barrier_all();
    shmem_free(work);
    shmem_free(in);
    shmem_finalize();
    return 0;
}
