/*
 * Atomic additions on contexts of two teams.
 *
 * One context belongs to SHMEM_TEAM_SHARED, the other to SHMEM_TEAM_WORLD: atomics exclude each other only in one
 * atomicity domain, that of the root team of their contexts (OpenSHMEM 1.6, 3.2).
 */
//@ expect: error RMA301 A B
//@ twin: atomicity_domain.c
#include <shmem.h>

static int counter;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    shmem_ctx_t ctx;
    if (shmem_team_create_ctx(SHMEM_TEAM_SHARED, 0, &ctx) != 0)
        shmem_global_exit(1);
    if (me % 2 == 0)
        shmem_ctx_int_atomic_add(ctx, &counter, 1, 0); //@ A
    else
        shmem_int_atomic_add(&counter, 1, 0); //@ B
    shmem_ctx_destroy(ctx);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
