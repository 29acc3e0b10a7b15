/*
 * A function gets the neighbour's value between two fences.
 *
 * The first fence opens the epoch (MPI 4.1, 12.5.1).
 */
//@ expect: none
//@ twin: get_before_first_fence.c
#include <mpi.h>
#include <stdio.h>

static void fetch(double *into, int from, MPI_Win win)
{
    MPI_Win_fence(0, win);
    MPI_Get(into, 1, MPI_DOUBLE, from, 0, 1, MPI_DOUBLE, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

int main(int argc, char **argv)
{
    int rank, size;
    double theirs = 0, *mine;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    *mine = 0.5 * rank;
    MPI_Barrier(MPI_COMM_WORLD);
    fetch(&theirs, size - 1 - rank, win);
    printf("%g\n", theirs);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
