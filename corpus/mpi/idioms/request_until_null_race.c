/*
 * A put with a request. The process tests the request until its handle is null; a test that finds the operation complete sets it so
 * (MPI-4.1, 3.7.3 and 12.3.5). Then it fills the origin buffer again.
 *
 * It fills the buffer before each test, while the put may still read it (MPI-4.1, 12.3). Happens with any number of processes.
 */
//@ expect: error RMA101 A B
//@ twin: request_until_null_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, done;
    double value, *cell;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    *cell = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    value = rank;
    MPI_Rput(&value, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win, &request); //@ A
    while (request != MPI_REQUEST_NULL) {
        value = -1; //@ B
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%g %g\n", value, *cell);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
