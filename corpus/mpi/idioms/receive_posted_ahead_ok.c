// Each process puts to its right neighbour, flushes and sends a token. The receive of the next token is posted one iteration ahead, so
// `MPI_Wait` completes the receive of the iteration before. The load comes behind the token of the left neighbour, whose put is
// complete; the barrier keeps the next put behind the load (MPI 4.1, 12.7).
//
//@ expect: none
//@ twin: receive_posted_ahead_race.c
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
        MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
        MPI_Win_flush(right, win);
        MPI_Send(&out, 1, MPI_INT, right, 3, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Irecv(&in, 1, MPI_INT, left, 3, MPI_COMM_WORLD, &request);
        sum += *cell;
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
