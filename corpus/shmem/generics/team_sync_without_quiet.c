/*
 * PE 0 sends a table to PE 1 on a context of its own; all synchronise by the generic form with a team.
 *
 * The synchronisation of a team completes nothing (OpenSHMEM 1.6, 9.9.2).
 */
//@ expect: error RMA201 A B
//@ twin: team_sync_with_quiet.c
#include <shmem.h>
#include <stdio.h>

static int table[8], mine[8] = {1, 2, 3, 4, 5, 6, 7, 8};

int main(void) {
    shmem_ctx_t ctx;
    shmem_init();
    int me = shmem_my_pe();
    if (shmem_n_pes() < 2 || shmem_ctx_create(0, &ctx) != 0)
        shmem_global_exit(1);
    if (me == 0)
        shmem_put(ctx, table, mine, 8, 1); //@ A
    shmem_sync(SHMEM_TEAM_WORLD);
    if (me == 1)
        printf("%d\n", table[7]); //@ B
    shmem_ctx_destroy(ctx);
    shmem_finalize();
    return 0;
}
