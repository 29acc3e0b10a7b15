/*
 * All processes keep the extreme of their values at rank 0 by MPI_Get_accumulate.
 *
 * The second call reads by MPI_NO_OP, which goes with any one operation (MPI 4.1, 12.2.1).
 */
//@ expect: none
//@ twin: minimum_and_maximum.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    double value, low, high, *extreme;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    value = (rank * 7) % 5;
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &extreme, &win);
    extreme[0] = 2;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    MPI_Get_accumulate(&value, 1, MPI_DOUBLE, &low, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_MIN, win);
    MPI_Win_flush(0, win);
    MPI_Get_accumulate(&value, 1, MPI_DOUBLE, &high, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_NO_OP, win);
    MPI_Win_unlock_all(win);
    printf("%g %g\n", low, high);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
