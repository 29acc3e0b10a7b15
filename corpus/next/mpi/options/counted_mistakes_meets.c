/*
 * The program counts mistakes on the command line from zero on, and ends where there are any. Rank 0 puts into two cells of its own window.
 *
 * Without an argument the cell is one. Two puts of one epoch to one cell are an error (MPI 4.1, 12.7).
 */
//@ expect: error RMA203 A B
//@ twin: counted_mistakes_apart.c
#include <mpi.h>
#include <stdlib.h>

#define N 4096

int main(int argc, char **argv)
{
    static int cells[N];
    int x = 1, v = 1, rank, mistakes = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-')
            mistakes++;
        else
            v = atoi(argv[i] + 1);
    }
    if (v < 1)
        mistakes++;
    if (mistakes) {
        MPI_Win_free(&win);
        MPI_Finalize();
        return 1;
    }
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, win); //@ A
        MPI_Put(&x, 1, MPI_INT, 0, v, 1, MPI_INT, win); //@ B
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
