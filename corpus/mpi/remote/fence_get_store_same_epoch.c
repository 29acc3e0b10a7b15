/*
 * Each process gets the cell of its right neighbour under fences and gives its own cell a new value.
 *
 * The store stands before the fence that ends the epoch: the get of the left neighbour reads the cell at any
 * time in the epoch (MPI 4.1, 12.5.1; 12.7 forbids a store to a location that a pending get reads). Happens
 * with any number of processes.
 */
//@ expect: error RMA202 A B
//@ twin: fence_get_store_next_epoch.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int got, cell = 7;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(&cell, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    MPI_Get(&got, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    cell = rank; //@ B
    MPI_Win_fence(0, win);
    printf("%d\n", got);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
