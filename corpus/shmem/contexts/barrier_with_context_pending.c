/*
 * A put on a context of its own and a barrier of all.
 *
 * shmem_barrier_all completes what was issued on the default context, not on others (OpenSHMEM 1.6, 9.9.1).
 */
//@ expect: error RMA201 A B
//@ twin: context_destroyed_before_barrier.c
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
    shmem_ctx_int_put(ctx, &x, &value, 1, (me + 1) % n); //@ A
    shmem_barrier_all();
    printf("%d\n", x); //@ B
    shmem_ctx_destroy(ctx);
    shmem_finalize();
    return 0;
}
