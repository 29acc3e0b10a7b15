/*
 * One thread takes part in a broadcast for its process; all threads read its destination.
 *
 * The other one may do so before the call has returned (OpenSHMEM 1.6, 9.9; OpenMP 5.2, 11.1: nowait).
 */
//@ expect: error RMA105 A B
//@ twin: broadcast_of_one_thread_ok.c
#include <shmem.h>
#include <stdio.h>

static double coefficients[8], given[8];

int main(void)
{
    int level;
    double sum = 0;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
    given[0] = shmem_my_pe();
#pragma omp parallel num_threads(2)
    {
#pragma omp single nowait
        shmem_double_broadcast(SHMEM_TEAM_WORLD, coefficients, given, 8, 0); //@ A
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < 8; i++)
            sum += coefficients[i]; //@ B
    }
    printf("%g\n", sum);
    shmem_finalize();
    return 0;
}
