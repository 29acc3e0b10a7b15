/*
 * Three windows in an array, one for each field: a loop puts one value into each, a loop of fences ends the epochs.
 *
 * The loop has a fence for each window, so that the put into the last one is complete at its target before the load
 * (MPI 4.1, 12.5.1).
 */
//@ expect: none
//@ twin: fields_last_not_fenced.c
#include <mpi.h>
#include <stdio.h>

#define FIELDS 3

int main(int argc, char **argv)
{
    int rank, size, next, *field[FIELDS], value[FIELDS] = {0};
    MPI_Win win[FIELDS];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    next = (rank + 1) % size;
    for (int f = 0; f < FIELDS; f++)
        MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &field[f], &win[f]);

    for (int f = 0; f < FIELDS; f++)
        MPI_Win_fence(0, win[f]);
    if (next != rank)
        for (int f = 0; f < FIELDS; f++)
            MPI_Put(&value[f], 1, MPI_INT, next, 0, 1, MPI_INT, win[f]); //@ A
    for (int f = 0; f < FIELDS; f++)
        MPI_Win_fence(0, win[f]);
    printf("%d\n", field[FIELDS - 1][0]); //@ B

    for (int f = 0; f < FIELDS; f++)
        MPI_Win_free(&win[f]);
    MPI_Finalize();
    return 0;
}
