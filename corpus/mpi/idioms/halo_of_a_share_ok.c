/*
 * n rows are divided among the processes. Each puts its first and its last row into the ghost rows of its neighbours and computes.
 *
 * A fence stands on both sides of the computation (MPI 4.1, 12.5.1). Only with fewer rows than processes a process has no row of its own, so that its
 * first and last rows are its ghost rows; the program is not meant for that.
 */
//@ expect: none
//@ twin: halo_of_a_share_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, n = argc > 1 ? atoi(argv[1]) : 1000;
    double *u;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int rows = n / size;
    MPI_Win_allocate((rows + 2) * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &u, &win);
    double *next = malloc((rows + 2) * sizeof(double));
    for (int i = 0; i < rows + 2; i++)
        u[i] = rank;
    MPI_Win_fence(0, win);
    for (int step = 0; step < 10; step++) {
        if (rank > 0)
            MPI_Put(u + 1, 1, MPI_DOUBLE, rank - 1, rows + 1, 1, MPI_DOUBLE, win);
        if (rank < size - 1)
            MPI_Put(u + rows, 1, MPI_DOUBLE, rank + 1, 0, 1, MPI_DOUBLE, win);
        MPI_Win_fence(0, win);
        for (int i = 1; i <= rows; i++)
            next[i] = 0.5 * (u[i - 1] + u[i + 1]);
        for (int i = 1; i <= rows; i++)
            u[i] = next[i];
        MPI_Win_fence(0, win);
    }
    free(next);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
