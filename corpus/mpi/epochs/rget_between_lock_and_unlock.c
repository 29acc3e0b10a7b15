/*
 * Rank 0 fetches a number of rank 1 with MPI_Rget.
 *
 * The epoch is one of lock and unlock (MPI 4.1, 12.3.5); a barrier stands between the store and the get
 * (6.3).
 */
//@ expect: none
//@ twin: rget_between_start_and_complete.c
#include <mpi.h>
#include <stdio.h>

static double fetch(int target, MPI_Win win)
{
    double value = 0;
    MPI_Request request;

    MPI_Rget(&value, 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return value;
}

int main(int argc, char **argv)
{
    int rank, size;
    double *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    *mem = 0.1 * rank;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        printf("%g\n", fetch(1, win));
        MPI_Win_unlock(1, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
