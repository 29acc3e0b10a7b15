// One thread gets the data. The barrier orders the get, which is complete when it returns, before the other threads' accesses
// (OpenSHMEM 1.5, 9.6.5; OpenMP 5.2, 15.3.1).
//
//@ expect: none
//@ twin: get_by_one_thread_race.c
#include <shmem.h>
#include <stdio.h>

static long source[4];

int main(void)
{
    int level;
    long copy[4] = { 0 };
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
    int me = shmem_my_pe(), n = shmem_n_pes();
    source[0] = me;
    shmem_barrier_all();
#pragma omp parallel num_threads(2)
    {
#pragma omp single nowait
        shmem_long_get(copy, source, 4, (me + 1) % n);
#pragma omp barrier
#pragma omp for
        for (int i = 0; i < 4; i++)
            copy[i]++;
    }
    printf("%ld\n", copy[0]);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
