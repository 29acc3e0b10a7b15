/*
 * A loop in chunks of eight iterations fills the next element and puts its own without waiting.
 *
 * The last iteration of a chunk stores to the first element of the next chunk, which another thread puts; that one is complete at
 * the barrier only (OpenMP 5.2, 11.5.3; OpenSHMEM 1.6, 9.6.1, 9.11.2).
 */
//@ expect: error RMA101 PUT STORE
//@ twin: chunks_put_nbi.c
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
        source[i + 1] = me + i; //@ STORE
        shmem_int_put_nbi(&cells[i], &source[i], 1, right); //@ PUT
    }

    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
