/*
 * All PEs put into PE 0 and add to its counter; it waits for the sum. Behind a barrier that PE 0 meets before its wait all add to the counter once more.
 *
 * Two additions of PE 0 and those of others may make the sum before PE 1 has put (OpenSHMEM 1.6, 9.9.2, 9.12).
 */
//@ expect: error RMA201 A B
//@ twin: counter_used_again.c
#include <shmem.h>

static int cell[64], count;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes(), mine = me, sum = 0;
    if (n > 64)
        shmem_global_exit(1);
    shmem_int_put(&cell[me], &mine, 1, 0); //@ A
    shmem_fence();
    shmem_int_atomic_add(&count, 1, 0);
    shmem_sync_all();
    if (me == 0) {
        shmem_int_wait_until(&count, SHMEM_CMP_GE, n);
        for (int i = 0; i < n; i++)
            sum += cell[i]; //@ B
    }
    shmem_int_atomic_add(&count, 1, 0);
    shmem_finalize();
    return sum;
}
