/*
 * One section fetches without blocking, another one reads.
 *
 * It reads another part of the buffer.
 */
//@ expect: none
//@ twin: sections_get_race.c
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

    #pragma omp parallel sections
    {
        #pragma omp section
        {
            shmem_int_get_nbi(buf, cells, 8, right);
            shmem_quiet();
        }
        #pragma omp section
        buf[20] = buf[8];
    }

    shmem_barrier_all();
    source[0] = buf[0] + right;
    shmem_finalize();
    return 0;
}
