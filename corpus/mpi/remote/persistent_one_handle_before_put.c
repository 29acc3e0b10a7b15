/*
 * One request variable is a persistent send of rank 1 and a persistent receive of rank 0; one MPI_Start and one MPI_Wait serve both.
 *
 * The message leaves when the send is started (MPI 4.1, 3.9), and that is before the put: the wait of rank 0 does not order its load.
 */
//@ expect: error RMA201 A B
//@ twin: persistent_one_handle_after_put.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, token = 0, value = 5;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    if (rank == 1)
        MPI_Send_init(&token, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, &request);
    else if (rank == 0)
        MPI_Recv_init(&token, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, &request);

    if (rank < 2)
        MPI_Start(&request);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
        MPI_Win_unlock(0, win);
    }
    if (rank < 2)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("%d\n", mem[0]); //@ B
    if (rank < 2)
        MPI_Request_free(&request);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
