/*
 * A put on a context of its own, completed before a synchronisation.
 *
 * shmem_ctx_quiet of the context of the put completes it.
 */
//@ expect: none
//@ twin: quiet_of_other_context.c
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_ctx_t ctx;
    int value = 1;
    if (shmem_ctx_create(0, &ctx) != 0)
        shmem_global_exit(1);
    shmem_ctx_int_put(ctx, &x, &value, 1, (me + 1) % n);
    shmem_ctx_quiet(ctx);
    shmem_sync_all();
    printf("%d\n", x);
    shmem_ctx_destroy(ctx);
    shmem_finalize();
    return 0;
}
