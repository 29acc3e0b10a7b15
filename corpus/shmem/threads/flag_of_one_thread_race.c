/*
 * Four threads of PE 0 put into a cell each; one of them sets a flag. PE 1 waits for the flag and reads the cell of the last thread.
 *
 * The first thread does not wait for the others: the put of the last one may come later.
 */
//@ expect: error RMA201 A B
//@ twin: flag_of_one_thread_ok.c
#include <omp.h>
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>

static long data[4];
static uint64_t flag;

int main(void)
{
    int provided;

    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    int me = shmem_my_pe(), np = shmem_n_pes();
    long sum = 0;

    if (me == 0 && np > 1) {
#pragma omp parallel num_threads(4)
        {
            int thread = omp_get_thread_num();
            long value = thread;
            shmem_long_put(data + thread, &value, 1, 1); //@ A
            shmem_fence();
            if (thread == 0)
                shmem_uint64_atomic_set(&flag, 1, 1);
        }
    } else if (me == 1) {
        shmem_uint64_wait_until(&flag, SHMEM_CMP_EQ, 1);
        sum += data[3]; //@ B
    }
    printf("%ld\n", sum);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
