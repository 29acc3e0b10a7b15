/*
 * The window begins behind a header of eight ints of a heap block.
 *
 * The owner reads element 8, the first one of the window, while the put of its left neighbour is open (MPI
 * 4.1, 12.2.1, 12.7). Happens with any number of processes.
 */
//@ expect: error RMA201 A B
//@ twin: heap_window_behind_header.c
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
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    seen = block[HEAD]; //@ B
    MPI_Win_fence(0, win);
    printf("%d\n", seen);

    MPI_Win_free(&win);
    free(block);
    MPI_Finalize();
    return 0;
}
