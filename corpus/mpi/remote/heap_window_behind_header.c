/*
 * The window begins behind a header of eight ints of a heap block.
 *
 * The owner reads element 7, the last one of the header, which is no part of the window.
 */
//@ expect: none
//@ twin: heap_window_in_array.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define HEAD 8

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, seen;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *block = calloc(HEAD + 4, sizeof(int));
    MPI_Win_create(block + HEAD, 4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    x = rank;

    MPI_Win_fence(0, win);
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    seen = block[HEAD - 1];
    MPI_Win_fence(0, win);
    printf("%d\n", seen);

    MPI_Win_free(&win);
    free(block);
    MPI_Finalize();
    return 0;
}
