/*
 * Each process leaves its partial sum in its window; rank 0 gets them all and adds them up.
 *
 * MPI_Win_sync and a barrier stand between (MPI 4.1, 12.5.4, 6.3).
 */
//@ expect: none
//@ twin: partial_results_no_barrier.c
#include <mpi.h>
#include <stdio.h>

static double collect(int size, MPI_Win win)
{
    double part, sum = 0;

    MPI_Win_lock_all(0, win);
    for (int t = 0; t < size; t++) {
        MPI_Get(&part, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win);
        MPI_Win_flush(t, win);
        sum += part;
    }
    MPI_Win_unlock_all(win);
    return sum;
}

int main(int argc, char **argv)
{
    const int terms = 1000;
    int rank, size;
    double mine = 0, *partial;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &partial, &win);
    for (int i = rank; i < terms; i += size)
        mine += 1.0 / ((i + 1.0) * (i + 1.0));

    MPI_Win_lock_all(0, win);
    *partial = mine;
    MPI_Win_sync(win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.9f\n", collect(size, win));

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
