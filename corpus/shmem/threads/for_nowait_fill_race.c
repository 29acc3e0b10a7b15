/*
 * A worksharing loop fills a buffer, the primary thread puts it.
 *
 * The loop has a nowait clause: other threads may store while the put is pending.
 */
//@ expect: error RMA101 A B
//@ twin: for_nowait_fill.c
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
    {
        #pragma omp for nowait
        for (int i = 0; i < 32; i++)
            buf[i] = i; //@ B
        #pragma omp master
        {
            shmem_int_put_nbi(cells, buf, 32, right); //@ A
            shmem_quiet();
        }
    }

    shmem_barrier_all();
    source[0] = buf[0] + right;
    shmem_finalize();
    return 0;
}
