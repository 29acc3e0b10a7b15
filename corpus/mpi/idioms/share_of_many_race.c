/*
 * A line of 10,000 cells is shared between all processes, with a ghost cell on each side; in each step every process puts its first and its
 * last cell to its neighbours, between two fences: the last one into the first own cell of the right neighbour.
 *
 * The right neighbour's own put reads that cell in the same epoch (MPI 4.1, 12.7). Happens with 2 to 5,000 processes. With more, the program
 * stops: a process with one cell would also read it with its put to the right.
 */
//@ expect: error RMA201 A B
//@ twin: share_of_many_ok.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, total = 10000, cells, left_cells;
    double *line;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > total / 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    cells = total / size + (rank < total % size);
    left_cells = total / size + (rank - 1 < total % size);
    MPI_Win_allocate((cells + 2) * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &line, &win);
    for (int step = 0; step < 100; step++) {
        MPI_Win_fence(0, win);
        if (rank > 0)
            MPI_Put(line + 1, 1, MPI_DOUBLE, rank - 1, left_cells + 1, 1, MPI_DOUBLE, win); //@ B
        if (rank < size - 1)
            MPI_Put(line + cells, 1, MPI_DOUBLE, rank + 1, 1, 1, MPI_DOUBLE, win); //@ A
        MPI_Win_fence(0, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
