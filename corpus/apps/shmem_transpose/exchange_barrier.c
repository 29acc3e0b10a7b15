#include "transpose.h"

void exchange(const double *blocks, int step) {
    int me = shmem_my_pe(), n = shmem_n_pes();
    for (int p = 0; p < n; p++)
        shmem_double_put(arrived + me * BLOCK, blocks + p * BLOCK, BLOCK, p); //@ PUT
    shmem_barrier_all();
}

void release(void) {
    shmem_sync_all();
}
