// A nonblocking reduction of a number that is also fetched from a neighbour.
// The get writes the number that the pending MPI_Iallreduce reads (MPI 4.1, 6.12: the buffers of a nonblocking
// collective are not to be modified before it completes).
//
//@ expect: error RMA104 A B
//@ twin: get_with_iallreduce_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, load, x, sum = 0;
    MPI_Request req;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    load = x = rank + 2;
    MPI_Win_create(&load, sizeof load, sizeof load, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Iallreduce(&x, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &req); //@ A
    MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, win);
    MPI_Get(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ B
    MPI_Win_unlock((rank + 1) % size, win);
    MPI_Wait(&req, MPI_STATUS_IGNORE);

    printf("%d: %d %d\n", rank, x, sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
