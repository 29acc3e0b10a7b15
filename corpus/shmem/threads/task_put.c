/*
 * A task puts without blocking and calls quiet; the thread that has made it stores to the source.
 *
 * taskwait stands between.
 */
//@ expect: none
//@ twin: task_put_race.c
#include <shmem.h>
#include <omp.h>

#define N 64

static int cells[N], source[N];

int main(void)
{
    int provided;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    int me = shmem_my_pe(), right = (me + 1) % shmem_n_pes();
    int buf[N] = {0};

    #pragma omp parallel
    #pragma omp single
    {
        #pragma omp task
        {
            shmem_int_put_nbi(cells, source, 8, right);
            shmem_quiet();
        }
        #pragma omp taskwait
        source[3] = me;
    }

    shmem_barrier_all();
    source[0] = buf[0] + right;
    shmem_finalize();
    return 0;
}
