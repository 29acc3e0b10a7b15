// One thread gets the data, and the other one may already increment them: nothing orders it behind the get (OpenSHMEM 1.5, 9.6.5: the
// get is complete when it returns; OpenMP 5.2, 11.1: nowait).
//
//@ expect: error RMA102 A B
//@ expect: error RMA103 A B
//@ twin: get_by_one_thread_ok.c
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
        shmem_long_get(copy, source, 4, (me + 1) % n); //@ A
#pragma omp for
        for (int i = 0; i < 4; i++)
            copy[i]++; //@ B
    }
    printf("%ld\n", copy[0]);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
