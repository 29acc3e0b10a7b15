/*
 * A value runs down the ranks: each process forwards its window cell straight from the window, as the buffer
 * of its own put.
 *
 * The forwarding put reads the cell in the same fence epoch in which the left neighbour writes it (MPI 4.1,
 * 12.5.1, 12.7; Table 1 of the paper on RMA-Analyzer: put at its origin, put at its target). Happens with 3
 * or more processes.
 */
//@ expect: error RMA201 A A
//@ twin: origin_put_after_put.c
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
    if (rank + 1 < size)
        MPI_Put(cell, 1, MPI_INT, rank + 1, 0, 1, MPI_INT, win); //@ A
    MPI_Win_fence(0, win);
    printf("%d: %d\n", rank, *cell);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
