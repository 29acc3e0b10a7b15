/*
 * A program asks for rows without cells (`n == 0`) and then puts into a ghost cell of rank 0.
 *
 * One process puts.
 */
//@ expect: none
//@ twin: size_zero_asked_for_race.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, rank, size;
    double *u;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((n + 2) * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &u, &win);
    MPI_Win_fence(0, win);
    if (n == 0 && rank == 1) {
        *u = rank;
        MPI_Put(u, 1, MPI_DOUBLE, 0, 1, 1, MPI_DOUBLE, win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
