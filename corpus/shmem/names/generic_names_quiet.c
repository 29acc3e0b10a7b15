/*
 * The C11 generic forms.
 *
 * The context is quieted.
 */
//@ expect: none
//@ twin: generic_names_context.c
#include <shmem.h>
#include <stdio.h>

static float x[4];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_ctx_t ctx;
    float mine[4] = {me, me, me, me};
    if (shmem_ctx_create(0, &ctx) != 0)
        shmem_global_exit(1);
    shmem_put(ctx, x, mine, 4, (me + 1) % n);
    shmem_ctx_quiet(ctx);
    shmem_sync_all();
    printf("%f\n", x[1]);
    shmem_ctx_destroy(ctx);
    shmem_finalize();
    return 0;
}
