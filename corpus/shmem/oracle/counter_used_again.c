/*
 * All PEs put into PE 0 and add to its counter; it waits for the sum. Behind a barrier all add to the counter once more.
 *
 * PE 0 is behind its wait when anybody is behind the barrier, so the sum has one addition of each (OpenSHMEM 1.6, 9.9.2, 9.12).
 */
//@ expect: none
//@ twin: counter_used_too_early.c
#include <shmem.h>

static int cell[64], count;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes(), mine = me, sum = 0;
    if (n > 64)
        shmem_global_exit(1);
    shmem_int_put(&cell[me], &mine, 1, 0);
    shmem_fence();
    shmem_int_atomic_add(&count, 1, 0);
    if (me == 0) {
        shmem_int_wait_until(&count, SHMEM_CMP_GE, n);
        for (int i = 0; i < n; i++)
            sum += cell[i];
    }
    shmem_sync_all();
    shmem_int_atomic_add(&count, 1, 0);
    shmem_finalize();
    return sum;
}
