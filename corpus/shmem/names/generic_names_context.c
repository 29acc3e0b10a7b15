/*
 * The C11 generic forms.
 *
 * The quiet is one of the default context, the put is on another.
 */
//@ expect: error RMA201 A B
//@ twin: generic_names_quiet.c
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
    shmem_put(ctx, x, mine, 4, (me + 1) % n); //@ A
    shmem_quiet();
    shmem_sync_all();
    printf("%f\n", x[1]); //@ B
    shmem_ctx_destroy(ctx);
    shmem_finalize();
    return 0;
}
