/*
 * The processes stand in a grid of two columns. Each that is not in the last row writes into the process below it.
 *
 * The number in the column is translated to one of all processes, -1 behind the last row: each has one process above it.
 */
//@ expect: none
//@ twin: column_neighbour_as_world_rank.c
#include <shmem.h>

static int from_above;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    shmem_team_t row, column;
    shmem_team_split_2d(SHMEM_TEAM_WORLD, 2, NULL, 0, &row, NULL, 0, &column);
    int below = shmem_team_translate_pe(column, shmem_team_my_pe(column) + 1, SHMEM_TEAM_WORLD);
    if (below >= 0)
        shmem_int_p(&from_above, me, below);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
