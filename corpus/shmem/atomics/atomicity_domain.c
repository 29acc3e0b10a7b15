/*
 * Atomic additions on contexts of two teams.
 *
 * Both contexts belong to SHMEM_TEAM_WORLD.
 */
//@ expect: none
//@ twin: atomicity_domains.c
#include <shmem.h>

static int counter;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    shmem_ctx_t ctx;
    if (shmem_team_create_ctx(SHMEM_TEAM_WORLD, 0, &ctx) != 0)
        shmem_global_exit(1);
    if (me % 2 == 0)
        shmem_ctx_int_atomic_add(ctx, &counter, 1, 0);
    else
        shmem_int_atomic_add(&counter, 1, 0);
    shmem_ctx_destroy(ctx);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
