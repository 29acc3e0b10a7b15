/*
 * Each process initialises its window under a lock on itself; then each gets the first entry of its right
 * neighbour.
 *
 * Unlock completes nothing at other processes and no barrier follows: the neighbour's get may come before the
 * store, and two shared locks exclude nothing (MPI 4.1, 12.5.3). Happens with 2 or more processes.
 */
//@ expect: error RMA202 G S
//@ twin: self_lock_init_barrier.c
#include <mpi.h>
#include <stdio.h>

enum { N = 32 };

int main(int argc, char **argv)
{
    int rank, size, right;
    double *field, next = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    MPI_Win_allocate(N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &field, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    for (int i = 0; i < N; i++)
        field[i] = 1.0 / (rank + i + 1); //@ S
    MPI_Win_unlock(rank, win);

    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Get(&next, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win); //@ G
    MPI_Win_unlock(right, win);
    printf("%d: %g\n", rank, next);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
