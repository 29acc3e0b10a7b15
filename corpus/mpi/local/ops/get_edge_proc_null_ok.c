// Halo exchange on a chain: each rank gets the last cell of the rank below; the lowest rank has no such neighbour.
// Only the lowest rank, whose neighbour is MPI_PROC_NULL, sets its boundary: its get is no operation
// (MPI 4.1, 12.3).
//
//@ expect: none
//@ twin: get_edge_proc_null_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, below;
    double last, boundary = 0.0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    last = rank + 0.5;
    below = rank == 0 ? MPI_PROC_NULL : rank - 1;
    MPI_Win_create(&last, sizeof last, sizeof last, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    MPI_Get(&boundary, 1, MPI_DOUBLE, below, 0, 1, MPI_DOUBLE, win);
    if (rank == 0)
        boundary = -1.0;
    MPI_Win_fence(0, win);

    printf("%d: %f\n", rank, boundary);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
