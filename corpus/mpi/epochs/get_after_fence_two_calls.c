/*
 * A get between two fences, on a window that two calls make.
 *
 * The window is made by two calls, one for the process with memory and one for the others: one collective call, one window (MPI 4.1, 12.2.1).
 * The first fence opens the epoch of the get, the second one ends it (12.5.1).
 */
//@ expect: none
//@ twin: get_before_fence_two_calls.c
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, n = 10000, got = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Win_create(&n, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    else
        MPI_Win_create(NULL, 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank != 0)
        MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return got;
}
