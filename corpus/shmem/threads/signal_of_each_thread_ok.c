// Each thread puts to a place of its number with a signal of its number, and reads its place when it has seen its signal (OpenSHMEM 1.6, 9.8.1).
//
//@ expect: none
//@ twin: signal_of_each_thread_race.c
#include <omp.h>
#include <shmem.h>
#include <stdio.h>

enum { SLOTS = 8 };

static long out[8], in[SLOTS][8];
static uint64_t signals[SLOTS];

int main(void)
{
    int provided;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    int next = (shmem_my_pe() + 1) % shmem_n_pes();
    if (shmem_n_pes() < 2)
        shmem_global_exit(1);
#pragma omp parallel num_threads(SLOTS)
    {
        int t = omp_get_thread_num();
        shmem_long_put_signal(in[t], out, 8, &signals[t], 1, SHMEM_SIGNAL_SET, next);
        shmem_signal_wait_until(&signals[t], SHMEM_CMP_EQ, 1);
        printf("%ld\n", in[t][0]);
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
