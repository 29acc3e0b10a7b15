// A nonblocking send, without any one-sided operation on its buffer.
// The send buffer is modified before MPI_Wait (MPI 4.1, 3.7.2: the sender should not modify any part of the send
// buffer until the send completes).
//
//@ expect: error RMA105 A B
//@ twin: isend_store_ok.c
#include <mpi.h>
#include <stdio.h>

#define M 100

int main(int argc, char **argv)
{
    int rank, msg[M];
    MPI_Request req;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < M; i++)
        msg[i] = i;

    if (rank == 0) {
        MPI_Isend(msg, M, MPI_INT, 1, 1, MPI_COMM_WORLD, &req); //@ A
        msg[M - 1] = -1; //@ B
        MPI_Wait(&req, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(msg, M, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    printf("%d: %d\n", rank, msg[M - 1]);
    MPI_Finalize();
    return 0;
}
