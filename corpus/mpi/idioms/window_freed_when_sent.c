/*
 * The memory of a window is sent to the next process. The window is freed behind the wait for the send.
 *
 * The send uses the memory no longer (MPI 4.1, 3.7.3).
 */
//@ expect: none
//@ twin: window_freed_while_sent.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, left, right, got[16];
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    left = (rank + size - 1) % size;
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Isend(mem, 16, MPI_INT, right, 0, MPI_COMM_WORLD, &request); //@ A
    MPI_Recv(got, 16, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_free(&win); //@ B
    MPI_Finalize();
    return got[1];
}
