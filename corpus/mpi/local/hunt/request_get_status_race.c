// The result of an rget is read although MPI_Request_get_status did not say that it has arrived.
// MPI_Request_get_status is MPI_Test without the deallocation (MPI 4.1, 3.7.6).
//
//@ expect: error RMA102 A B
//@ twin: request_get_status_ok.c
#include <mpi.h>
#include <stdio.h>

#define N 8

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int mem[N] = {0};
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int right = (rank + 1) % size;

    int v = 0, flag = 0;
    MPI_Request req;
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Rget(&v, 1, MPI_INT, right, 0, 1, MPI_INT, win, &req); //@ A
    MPI_Request_get_status(req, &flag, MPI_STATUS_IGNORE);
    printf("%d\n", v); //@ B
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Win_unlock(right, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
