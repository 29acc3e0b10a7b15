/*
 * One thread puts from a buffer without blocking and calls quiet; all threads then store to the buffer.
 *
 * The implicit barrier of the single construct comes after the quiet.
 */
//@ expect: none
//@ twin: single_nowait_store_race.c
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

    #pragma omp parallel num_threads(8)
    {
        #pragma omp single
        {
            shmem_int_put_nbi(cells, buf, 8, right);
            shmem_quiet();
        }
        buf[omp_get_thread_num()] = me;
    }

    shmem_barrier_all();
    source[0] = buf[0] + right;
    shmem_finalize();
    return 0;
}
