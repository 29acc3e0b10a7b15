/*
 * Rank 0 writes the first value of a sum into rank 1 and then adds to it, several times.
 *
 * The put is flushed first (MPI 4.1, 12.5.4); the additions are ordered among themselves (12.7.2).
 */
//@ expect: none
//@ twin: put_then_accumulate_no_flush.c
#include <mpi.h>
#include <stdio.h>

static void sum_up(int target, const double *part, int n, MPI_Win win)
{
    MPI_Put(&part[0], 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, win);
    MPI_Win_flush(target, win);
    for (int i = 1; i < n; i++)
        MPI_Accumulate(&part[i], 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, MPI_SUM, win);
}

int main(int argc, char **argv)
{
    int rank, size;
    double part[4] = {0.5, 0.25, 0.125, 0.0625}, *sum;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &sum, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        sum_up(1, part, 4, win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        printf("%g\n", sum[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
