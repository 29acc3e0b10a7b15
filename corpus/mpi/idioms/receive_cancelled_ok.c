// Process 1 posts a receive and cancels it. It loads the cell only if `MPI_Test_cancelled` says that the receive was not cancelled: then
// the message of process 0 has come, which was sent behind the flushed put (MPI 4.1, 3.8.4).
//
//@ expect: none
//@ twin: receive_cancelled_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *cell;
    MPI_Win win;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    *cell = 0;
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        int one = 1, token = 0;
        MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        MPI_Request sent;
        MPI_Isend(&token, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, &sent);
        MPI_Wait(&sent, MPI_STATUS_IGNORE);
    }
    if (rank == 1) {
        int token, cancelled;
        MPI_Request request;
        MPI_Status status;
        MPI_Irecv(&token, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &cancelled);
        if (!cancelled)
            printf("%d\n", *cell);
        else
            printf("no message\n");
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
