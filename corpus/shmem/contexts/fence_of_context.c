/*
 * Data and flag are sent on one context, with a fence between.
 *
 * The fence is one of the context of both.
 */
//@ expect: none
//@ twin: fence_of_other_context.c
#include <shmem.h>
#include <stdio.h>

static int data, flag;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_ctx_t ctx;
    if (shmem_ctx_create(0, &ctx) != 0)
        shmem_global_exit(1);
    if (me == 0 && n > 1) {
        shmem_ctx_int_p(ctx, &data, 42, 1);
        shmem_ctx_fence(ctx);
        shmem_ctx_int_atomic_set(ctx, &flag, 1, 1);
    } else if (me == 1) {
        shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
        printf("%d\n", data);
    }
    shmem_ctx_destroy(ctx);
    shmem_finalize();
    return 0;
}
