/*
 * Three windows in an array, one for each field: a loop puts one value into each, a loop of fences ends the epochs.
 *
 * The loop of fences leaves out the last window: its put is not complete when its target loads the field (MPI 4.1, 12.5.1,
 * 12.7.3). From 2 processes on.
 */
//@ expect: error RMA201 A B
//@ twin: fields_all_fenced.c
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
    for (int f = 0; f < FIELDS - 1; f++)
        MPI_Win_fence(0, win[f]);
    printf("%d\n", field[FIELDS - 1][0]); //@ B
    MPI_Win_fence(0, win[FIELDS - 1]);

    for (int f = 0; f < FIELDS; f++)
        MPI_Win_free(&win[f]);
    MPI_Finalize();
    return 0;
}
