/*
 * As the twin, but the outer task does not wait for the inner one.
 *
 * A taskwait does not wait for the tasks that the child tasks have made (OpenMP 5.2, 15.5). So the put may be pending at the store
 * (OpenSHMEM 1.6, 9.6.3).
 */
//@ expect: error RMA101 A B
//@ twin: task_of_task_ok.c
#include <shmem.h>
#include <omp.h>

#define N 64

static int cells[N], source[N];

int main(void)
{
    int provided;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    int me = shmem_my_pe(), right = (me + 1) % shmem_n_pes();

    #pragma omp parallel
    #pragma omp single
    {
        #pragma omp task
        {
            #pragma omp task
            {
                shmem_int_put_nbi(cells, source, 8, right); //@ A
                shmem_quiet();
            }
        }
        #pragma omp taskwait
        source[3] = me; //@ B
    }

    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
