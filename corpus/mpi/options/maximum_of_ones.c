/*
 * The greatest of ones, by MPI_Allreduce. Rank 0 puts into two cells of its own window.
 *
 * The maximum of ones is 1.
 */
//@ expect: none
//@ twin: maximum_of_zeros.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    int x = 1, v = 1, rank, size;
    MPI_Win win;
    static int u[70000];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(u, sizeof u, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int w = 1; MPI_Allreduce(&w, &v, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Put(&x, 1, MPI_INT, 0, v, 1, MPI_INT, win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
