/*
 * A value runs down the ranks: each process forwards its window cell straight from the window, as the buffer
 * of its own put.
 *
 * One step of the chain per epoch: the cell is forwarded in the epoch after it was written (MPI 4.1, 12.5.1).
 */
//@ expect: none
//@ twin: origin_put_meets_put.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, *cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    *cell = rank == 0 ? 1 : 0;

    MPI_Win_fence(0, win);
    for (int s = 0; s < size - 1; s++) {
        if (rank == s)
            MPI_Put(cell, 1, MPI_INT, rank + 1, 0, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
    }
    printf("%d: %d\n", rank, *cell);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
