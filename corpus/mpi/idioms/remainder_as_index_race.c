/*
 * A process puts into cell 8 of a window with eight cells, and before into the cell that a remainder names.
 *
 * The window ends before cell 8 (MPI 4.1, 12.3).
 */
//@ expect: error RMA509 A A
//@ twin: remainder_as_index_ok.c
#include <mpi.h>
#include <stdio.h>
#include <math.h>

enum { CELLS = 8 };

int main(int argc, char **argv)
{
    int rank;
    double value, *cells;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    value = rank;
    MPI_Win_allocate(CELLS * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_DOUBLE, rank, (int)fmod(rank, CELLS), 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_DOUBLE, rank, CELLS, 1, MPI_DOUBLE, win); //@ A
    MPI_Win_fence(0, win);
    printf("%f\n", cells[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
