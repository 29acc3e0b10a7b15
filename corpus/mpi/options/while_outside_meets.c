/*
 * Arguments are skipped until one is a number from eight up to the end of the window: it is a cell. Rank 0 puts into it and into another cell of its own window.
 *
 * The argument can be eight. Two puts of one epoch to one cell are an error (MPI 4.1, 12.7).
 */
//@ expect: error RMA203 A B
//@ twin: while_outside_apart.c
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
        MPI_Put(&x, 1, MPI_INT, 0, 8, 1, MPI_INT, win); //@ A
        MPI_Put(&x, 1, MPI_INT, 0, v, 1, MPI_INT, win); //@ B
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
