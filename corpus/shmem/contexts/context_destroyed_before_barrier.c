/*
 * A put on a context of its own and a barrier of all.
 *
 * shmem_ctx_destroy completes what was issued on its context (OpenSHMEM 1.6, 9.5.3).
 */
//@ expect: none
//@ twin: barrier_with_context_pending.c
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_ctx_t ctx;
    int value = 1;
    if (shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx) != 0)
        shmem_global_exit(1);
    shmem_ctx_int_put(ctx, &x, &value, 1, (me + 1) % n);
    shmem_ctx_destroy(ctx);
    shmem_barrier_all();
    printf("%d\n", x);
    shmem_finalize();
    return 0;
}
