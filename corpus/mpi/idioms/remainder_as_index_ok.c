/*
 * A process puts into the cell that the remainder of a floating-point division names: fmod(rank, 8) is below 8.
 *
 * The window has eight cells, so the cell is in it.
 */
//@ expect: none
//@ twin: remainder_as_index_race.c
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
    MPI_Put(&value, 1, MPI_DOUBLE, rank, CELLS - 1, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    printf("%f\n", cells[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
