/*
 * One thread of a team takes part in a reduction for its process; another one uses the result.
 *
 * A barrier of the team comes after the call (GASPI 17.1, 11.3; OpenMP 5.2, 15.3.1).
 */
//@ expect: none
//@ twin: reduction_of_one_thread_race.c
#include <GASPI.h>
#include <omp.h>

int main(void)
{
    double own[2] = { 1, 2 }, all[2] = { 0 }, larger = 0;
    gaspi_proc_init(GASPI_BLOCK);

    #pragma omp parallel num_threads(2)
    {
        #pragma omp master
        gaspi_allreduce(own, all, 2, GASPI_OP_MAX, GASPI_TYPE_DOUBLE, GASPI_GROUP_ALL, GASPI_BLOCK);
        #pragma omp barrier
        if (omp_get_thread_num() == 1)
            larger = all[1];
    }
    gaspi_printf("%g\n", larger);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
