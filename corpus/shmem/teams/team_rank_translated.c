/*
 * The members of the upper half of the processes each write an element of the first member of their half.
 *
 * The number is translated.
 */
//@ expect: none
//@ twin: team_rank_as_world_rank.c
#include <shmem.h>

static int cells[2];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_team_t upper;
    if (n != 4)
        shmem_global_exit(1);
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 2, 1, 2, NULL, 0, &upper);
    if (me < 2)
        cells[0] = cells[1] = me;
    if (me >= 2) {
        int first = shmem_team_translate_pe(upper, 0, SHMEM_TEAM_WORLD);
        shmem_int_p(&cells[me - 2], me, first);
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
