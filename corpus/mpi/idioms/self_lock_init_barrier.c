/*
 * Each process initialises its window under a lock on itself; then each gets the first entry of its right
 * neighbour.
 *
 * A barrier separates the initialisation from the gets (MPI 4.1, 6.3).
 */
//@ expect: none
//@ twin: self_lock_init_no_barrier.c
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
        field[i] = 1.0 / (rank + i + 1);
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Get(&next, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
    MPI_Win_unlock(right, win);
    printf("%d: %g\n", rank, next);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
