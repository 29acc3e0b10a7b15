/*
 * The processes stand in a grid of two columns. Each that is not in the last row writes into the process below it.
 *
 * The number in the column is taken for one of all processes: both processes of a row write to the same one.
 */
//@ expect: error RMA203 A A
//@ twin: column_neighbour_translated.c
#include <shmem.h>

static int from_above;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    shmem_team_t row, column;
    shmem_team_split_2d(SHMEM_TEAM_WORLD, 2, NULL, 0, &row, NULL, 0, &column);
    int below = shmem_team_my_pe(column) + 1;
    if (below < shmem_team_n_pes(column))
        shmem_int_p(&from_above, me, below); //@ A
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
