// One task puts and completes the put, another one tells the other process.
// Race: nothing orders the two tasks, so the other process may be told before the put is complete (OpenMP 5.2, 12.5; OpenSHMEM 1.5, 9.11).
//
//@ expect: error RMA201 A B
//@ twin: task_tells_after_task_ok.c
#include <shmem.h>
#include <stdio.h>

static int flag;
static double in[64], out[64];

int main(void)
{
    int provided, done = 0;
    double sum = 0;

    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    int to = (shmem_my_pe() + 1) % shmem_n_pes();
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : done)
        {
            shmem_double_put(in, out, 64, to); //@ A
            shmem_quiet();
            done = 1;
        }
#pragma omp task
        shmem_int_atomic_set(&flag, 1, to);
#pragma omp taskwait
    }
    shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
    for (int i = 0; i < 64; i++)
        sum += in[i]; //@ B
    printf("%g\n", sum);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
