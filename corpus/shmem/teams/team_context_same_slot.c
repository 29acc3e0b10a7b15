/*
 * Members of a team write to its first process through a context of the team.
 *
 * Two members write the same element.
 */
//@ expect: error RMA203 A A
//@ twin: team_context_own_slot.c
#include <shmem.h>

static int slots[64];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_team_t odd;
    shmem_ctx_t ctx;
    if (n < 4 || n > 64)
        shmem_global_exit(1);
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 1, 2, n / 2, NULL, 0, &odd);
    if (me % 2 == 1) {
        if (shmem_team_create_ctx(odd, 0, &ctx) != 0)
            shmem_global_exit(1);
        shmem_ctx_int_p(ctx, &slots[0], me, 0); //@ A
        shmem_ctx_destroy(ctx);
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
