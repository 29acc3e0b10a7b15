/*
 * The program counts mistakes on the command line from zero on, and ends where there are any. Rank 0 puts into two cells of its own window.
 *
 * A count is never below zero, so a cell below one is a mistake that ends the program: never the cell zero.
 */
//@ expect: none
//@ twin: counted_mistakes_meets.c
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
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Put(&x, 1, MPI_INT, 0, v, 1, MPI_INT, win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
