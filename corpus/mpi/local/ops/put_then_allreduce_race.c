// Every rank puts its residual to the next rank and takes part in a reduction of the residuals.
// MPI_Allreduce writes its result over the residual while the put may still read it (MPI 4.1, 12.3).
//
//@ expect: error RMA101 A B
//@ twin: put_then_allreduce_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    double res, norm = 0.0, from_left = 0.0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(&from_left, sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    norm = res = 1.0 / (rank + 1);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(&res, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win); //@ A
    MPI_Allreduce(&norm, &res, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD); //@ B
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    printf("%d: %g %g %g\n", rank, res, norm, from_left);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
