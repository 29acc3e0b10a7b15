/* As barrier_load_before.c, with the load behind the barrier. */
//@ expect: none
//@ twin: barrier_load_before.c
#include "team.h"

int main(int argc, char **argv)
{
    int rank, *cell, seen = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_lock_all(0, win);
    team_barrier();
    if (rank == 0) {
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
    }
    team_barrier();
    if (rank == 1)
        seen = *cell;
    team_barrier();
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return seen;
}
