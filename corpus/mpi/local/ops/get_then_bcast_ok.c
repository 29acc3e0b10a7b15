// Rank 0 gets parameters from rank 1 and broadcasts them.
// MPI_Win_unlock stands before MPI_Bcast and completes the get (MPI 4.1, 12.5.3).
//
//@ expect: none
//@ twin: get_then_bcast_race.c
#include <mpi.h>
#include <stdio.h>

#define NPAR 3

int main(int argc, char **argv)
{
    int rank;
    double par[NPAR] = {0}, source[NPAR];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < NPAR; i++)
        source[i] = rank / 4.0 + i;
    MPI_Win_create(source, sizeof source, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(par, NPAR, MPI_DOUBLE, 1, 0, NPAR, MPI_DOUBLE, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Bcast(par, NPAR, MPI_DOUBLE, 0, MPI_COMM_WORLD);

    printf("%d: %g\n", rank, par[NPAR - 1]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
