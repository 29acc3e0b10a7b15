/*
 * Shift to the right by put, then fetch from the left neighbour by get.
 *
 * Put and get stand in one epoch: the cell of a process is written by its left and read by its right
 * neighbour, and nothing orders operations inside an epoch (MPI 4.1, 12.7.2; 12.7). Happens with any number
 * of processes.
 */
//@ expect: error RMA203 A B
//@ twin: fence_put_get_two_epochs.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, got, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 0;
    x = rank;

    MPI_Win_fence(0, win);
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    MPI_Get(&got, 1, MPI_INT, (rank + size - 1) % size, 0, 1, MPI_INT, win); //@ B
    MPI_Win_fence(0, win);
    printf("%d\n", got);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
