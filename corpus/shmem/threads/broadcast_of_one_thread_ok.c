/*
 * One thread takes part in a broadcast for its process; all threads read its destination.
 *
 * The call has returned before the barrier (OpenSHMEM 1.6, 9.9; OpenMP 5.2, 15.3.1).
 */
//@ expect: none
//@ twin: broadcast_of_one_thread_race.c
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
        shmem_double_broadcast(SHMEM_TEAM_WORLD, coefficients, given, 8, 0);
#pragma omp barrier
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < 8; i++)
            sum += coefficients[i];
    }
    printf("%g\n", sum);
    shmem_finalize();
    return 0;
}
