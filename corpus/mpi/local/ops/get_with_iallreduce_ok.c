// A nonblocking reduction of a number that is also fetched from a neighbour.
// MPI_Wait completes the reduction before the get is issued (MPI 4.1, 6.12).
//
//@ expect: none
//@ twin: get_with_iallreduce_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, load, x, sum = 0;
    MPI_Request req;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    load = x = rank + 2;
    MPI_Win_create(&load, sizeof load, sizeof load, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Iallreduce(&x, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &req);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, win);
    MPI_Get(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_unlock((rank + 1) % size, win);

    printf("%d: %d %d\n", rank, x, sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
