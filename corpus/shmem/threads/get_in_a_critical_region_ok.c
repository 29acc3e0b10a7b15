// Both uses of the variable are in critical regions of one name: the get is complete when its region ends (OpenSHMEM 1.5, 9.6.5;
// OpenMP 5.2, 15.2).
//
//@ expect: none
//@ twin: get_in_a_critical_region_race.c
#include <shmem.h>
#include <stdio.h>

static long total;

int main(void)
{
    int level;
    long value = 0;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
    int me = shmem_my_pe(), n = shmem_n_pes();
    total = me;
    shmem_barrier_all();
#pragma omp parallel num_threads(2)
    {
#pragma omp critical(value)
        {
            shmem_long_get(&value, &total, 1, (me + 1) % n);
            printf("%ld\n", value);
        }
#pragma omp critical(value)
        value++;
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
