// A nonblocking broadcast; every rank uses the value.
// The value is used after MPI_Wait (MPI 4.1, 6.12).
//
//@ expect: none
//@ twin: ibcast_load_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    double dt = 0.0, t = 1.0;
    MPI_Request req;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        dt = 1e-3;
    MPI_Ibcast(&dt, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD, &req);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    t += dt;
    printf("%d %f\n", rank, t);
    MPI_Finalize();
    return 0;
}
