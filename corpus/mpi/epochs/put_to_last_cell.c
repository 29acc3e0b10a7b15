/*
 * A put to the last cell of the window.
 *
 * The target locations of an operation must lie in the window of the target (MPI 4.1, 12.3). The window has 8 cells, and the cell has number 7.
 */
//@ expect: none
//@ twin: put_beyond_window.c
#include <mpi.h>

#define CELLS 8

int main(int argc, char **argv)
{
    int rank, size, cells[CELLS] = {0}, one = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&one, 1, MPI_INT, (rank + 1) % size, CELLS - 1, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
