/*
 * Rank 1 reads its cell and then receives a message of rank 0, which puts a new value after the send.
 *
 * MPI_Send may return before the receive has begun (MPI 4.1, 3.4): the put may come before the load. Happens
 * with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: ssend_as_acknowledgement.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x = 3, token = 0, cell = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_create(&cell, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank == 0) {
        MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
        MPI_Win_unlock(1, win);
    } else if (rank == 1) {
        printf("%d\n", cell); //@ B
        MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
