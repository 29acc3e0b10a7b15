#include "transpose.h"

void exchange(const double *blocks, int step) {
    int me = shmem_my_pe(), n = shmem_n_pes();
    for (int k = 0; k < n; k++) {
        int p = (me + k) % n;
        shmem_double_put_signal(arrived + me * BLOCK, blocks + p * BLOCK, BLOCK, told + me, step + 1, SHMEM_SIGNAL_SET, p); //@ PUT
    }
    for (int p = 0; p < n; p++)
        shmem_signal_wait_until(told + p, SHMEM_CMP_EQ, step + 1);
}

void release(void) {
    shmem_sync_all();
}
