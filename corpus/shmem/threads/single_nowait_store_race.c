/*
 * One thread puts from a buffer without blocking and calls quiet; all threads then store to the buffer.
 *
 * With nowait nobody waits for the quiet: the source of a nonblocking put is in use until then (OpenSHMEM 1.6,
 * 9.5.3).
 */
//@ expect: error RMA101 A B
//@ twin: single_nowait_store.c
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
        #pragma omp single nowait
        {
            shmem_int_put_nbi(cells, buf, 8, right); //@ A
            shmem_quiet();
        }
        buf[omp_get_thread_num()] = me; //@ B
    }

    shmem_barrier_all();
    source[0] = buf[0] + right;
    shmem_finalize();
    return 0;
}
