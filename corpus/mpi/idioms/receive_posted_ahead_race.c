// As the twin, but the flush comes behind the token: the put of the left neighbour may be pending at the load (MPI 4.1, 12.5.4).
//
//@ expect: error RMA201 PUT LOAD
//@ twin: receive_posted_ahead_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *cell, sum = 0, steps = argc > 1 ? 50 : 20;
    MPI_Win win;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    *cell = 0;
    int right = (rank + 1) % size, left = (rank + size - 1) % size, value = rank, out = 0, in = 0;
    MPI_Request request;
    MPI_Win_lock_all(0, win);
    MPI_Irecv(&in, 1, MPI_INT, left, 3, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int step = 0; step < steps; step++) {
        MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ PUT
        MPI_Send(&out, 1, MPI_INT, right, 3, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Irecv(&in, 1, MPI_INT, left, 3, MPI_COMM_WORLD, &request);
        sum += *cell; //@ LOAD
        MPI_Win_flush(right, win);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("%d\n", sum);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
