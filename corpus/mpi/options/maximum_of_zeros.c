/*
 * The greatest of zeros, by MPI_Allreduce. Rank 0 puts into two cells of its own window.
 *
 * The maximum of zeros is 0: both go to the same cell (MPI 4.1, 12.7).
 */
//@ expect: error RMA203 A B
//@ twin: maximum_of_ones.c
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
    int w = 0; MPI_Allreduce(&w, &v, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
        MPI_Put(&x, 1, MPI_INT, 0, v, 1, MPI_INT, win); //@ B
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
