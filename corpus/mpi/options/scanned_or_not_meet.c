/*
 * An argument that does not look as it should leaves the number as it is.
 * Each process puts into cell 0 and into cell n of its right neighbour.
 *
 * In a run with n=0 the second put writes the cell of the first one before that is complete (MPI 4.1, 12.7).
 */
//@ expect: error RMA203 A B
//@ twin: scanned_or_not_apart.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Win win;
    int *mem, x = 1, rank, size, n = 8;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1 && sscanf(argv[1], "n=%d", &n) == 1) {
        if (n < 0)
            n = 0;
    }
    MPI_Win_allocate((n + 1) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, n, 1, MPI_INT, win); //@ B
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
