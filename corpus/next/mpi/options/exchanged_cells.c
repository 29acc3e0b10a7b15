/*
 * An option exchanges two cells, which are 0 and 1 in one order or the other. Rank 0 puts into two cells of its own window.
 *
 * One of v, w is 0, the other 1: the option exchanges them.
 */
//@ expect: none
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
    int w = 0; for (int i = 1; i < argc; i++) if (!strcmp(argv[i], "--swap")) { int t = v; v = w; w = t; }
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(&x, 1, MPI_INT, 0, w, 1, MPI_INT, win);
        MPI_Put(&x, 1, MPI_INT, 0, v, 1, MPI_INT, win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
