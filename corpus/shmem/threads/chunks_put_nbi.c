/*
 * A loop in chunks of eight iterations fills its elements and puts them without waiting.
 *
 * Each iteration stores to the element that it puts itself, before it does (OpenMP 5.2, 11.5.3).
 */
//@ expect: none
//@ twin: chunks_put_nbi_race.c
#include <shmem.h>
#include <omp.h>

#define N 64

static int cells[N + 1], source[N + 1];

int main(void)
{
    int provided;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    int me = shmem_my_pe(), right = (me + 1) % shmem_n_pes();

    #pragma omp parallel for schedule(static, 8)
    for (int i = 0; i < N; i++) {
        source[i] = me + i;
        shmem_int_put_nbi(&cells[i], &source[i], 1, right);
    }

    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
