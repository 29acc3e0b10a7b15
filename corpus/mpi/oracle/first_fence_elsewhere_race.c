/*
 * A process stores into its window, then a fence on another window, the first on it, then all read from their neighbours.
 *
 * The first fence on a window ends no epoch, so it need not wait for the other processes: only a fence that completes an epoch
 * implies a barrier (MPI 4.1, 12.5.1). The get starts after the first fence on its own window at its target, and the target's store comes
 * behind that. Happens with 2 or more processes.
 */
//@ expect: error RMA202 A B
//@ twin: first_fence_elsewhere_second.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, got = 0, *seen, *other;
    MPI_Win win, second;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &seen, &win);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other, &second);
    *other = 0;

    MPI_Win_fence(0, win);
    *seen = rank; //@ A
    MPI_Win_fence(0, second);
    MPI_Get(&got, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ B
    MPI_Win_fence(0, win);
    printf("%d %d\n", got, *other);

    MPI_Win_free(&second);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
