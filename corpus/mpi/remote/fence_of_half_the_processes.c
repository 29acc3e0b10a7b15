/*
 * Rank 1 gets a cell of rank 0 and completes the get; two fences of another window, which every second process shares,
 * follow; rank 0 stores.
 *
 * A fence is collective over the group of its window (MPI 4.1, 12.5.1): ranks 0 and 1 are members of different ones.
 */
//@ expect: error RMA202 A B
//@ twin: fence_of_all_processes.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, value = 5;
    int cell = 0;
    MPI_Comm comm;
    MPI_Win win, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &comm);
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, comm, &other);

    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
        MPI_Win_flush(0, win);
    }
    MPI_Win_fence(0, other);
    MPI_Win_fence(0, other);
    if (rank == 0)
        mem[0] = value; //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&other);
    MPI_Comm_free(&comm);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
