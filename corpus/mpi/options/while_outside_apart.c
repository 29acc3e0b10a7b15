/*
 * Arguments are skipped until one is a number from eight up to the end of the window: it is a cell. Rank 0 puts into it and into another cell of its own window.
 *
 * The loop ends with eight or more: never the cell seven.
 */
//@ expect: none
//@ twin: while_outside_meets.c
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
    for (;;) {
        v = atoi(argv[i++]);
        if (v >= 8 && v < N)
            break;
    }
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(&x, 1, MPI_INT, 0, 7, 1, MPI_INT, win);
        MPI_Put(&x, 1, MPI_INT, 0, v, 1, MPI_INT, win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
