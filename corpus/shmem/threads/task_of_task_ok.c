/*
 * A task makes a task that puts without blocking and calls quiet, and waits for it; the thread that has made the outer task waits for this one and
 * stores to the source.
 *
 * Each taskwait waits for the child tasks of its task (OpenMP 5.2, 15.5), so the quiet comes before the store.
 */
//@ expect: none
//@ twin: task_of_task_race.c
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
                shmem_int_put_nbi(cells, source, 8, right);
                shmem_quiet();
            }
            #pragma omp taskwait
        }
        #pragma omp taskwait
        source[3] = me;
    }

    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
