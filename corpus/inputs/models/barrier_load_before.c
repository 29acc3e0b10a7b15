/* team_barrier is a barrier of all processes, which team.toml declares. Process 1 reads its cell before the barrier that
   would order it behind the put (MPI 4.1, 12.7). */
//@ expect: error RMA201 PUT LOAD
//@ twin: barrier_load_after.c
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
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ PUT
        MPI_Win_flush(1, win);
    }
    if (rank == 1)
        seen = *cell; //@ LOAD
    team_barrier();
    team_barrier();
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return seen;
}
