// MPI_Rget_accumulate with MPI_PROD; the old values are used for a product of their own.
// The result buffer is read after MPI_Wait: completion of the request means that the result is available
// (MPI 4.1, 12.3.5).
//
//@ expect: none
//@ twin: rgetacc_wait_result_race.c
#include <mpi.h>
#include <stdio.h>

static double prod2(const double *p)
{
    return p[0] * p[1];
}

int main(int argc, char **argv)
{
    int rank;
    double cell[2] = {1.0, 1.0}, f[2] = {2.0, 3.0}, was[2] = {0.0, 0.0}, x;
    MPI_Request r;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cell, sizeof cell, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Rget_accumulate(f, 2, MPI_DOUBLE, was, 2, MPI_DOUBLE, 0, 0, 2, MPI_DOUBLE, MPI_PROD, win, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    x = prod2(was);
    MPI_Win_unlock(0, win);

    printf("%d: %f\n", rank, x);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
