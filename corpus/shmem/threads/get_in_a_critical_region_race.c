// The increment is outside of the critical region in which the other thread gets the variable (OpenSHMEM 1.5, 9.6.5; OpenMP 5.2, 15.2).
//
//@ expect: error RMA102 A B
//@ expect: error RMA103 A B
//@ twin: get_in_a_critical_region_ok.c
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
            shmem_long_get(&value, &total, 1, (me + 1) % n); //@ A
            printf("%ld\n", value);
        }
        value++; //@ B
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
