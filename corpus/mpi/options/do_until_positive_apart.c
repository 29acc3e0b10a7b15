/*
 * The first positive argument is a cell. Rank 0 puts into it and into another cell of its own window.
 *
 * The loop ends with a number above zero: never the cell zero.
 */
//@ expect: none
//@ twin: do_until_positive_meets.c
#include <mpi.h>
#include <stdlib.h>

#define N 4096

int main(int argc, char **argv)
{
    static int cells[N];
    int x = 1, v = 1, rank, i = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    do
        v = atoi(argv[i++]);
    while (v < 1);
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
