// Rank 0 reads a remote limit and uses it as a loop bound.
// MPI_Win_flush_local completes the get at the origin, so the data has arrived (MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: get_flush_local_load_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, limit_here, limit = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    limit_here = 3 + rank;
    MPI_Win_create(&limit_here, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    if (rank == 0)
        MPI_Get(&limit, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush_local(1, win);
    printf("limit %d\n", limit);
    MPI_Win_unlock(1, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
