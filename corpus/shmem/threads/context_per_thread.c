/*
 * Each thread puts a part of a buffer on a context of its own, completes it there and fills its part again.
 *
 * Each completes its own context before the store.
 */
//@ expect: none
//@ twin: context_per_thread_race.c
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

    #pragma omp parallel num_threads(4)
    {
        int t = omp_get_thread_num();
        shmem_ctx_t ctx;
        shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx);
        shmem_ctx_int_put_nbi(ctx, &cells[t], &source[t], 1, right);
        shmem_ctx_quiet(ctx);
        source[t] = 0;
        shmem_ctx_destroy(ctx);
    }

    shmem_barrier_all();
    source[0] = buf[0] + right;
    shmem_finalize();
    return 0;
}
