/*
 * A persistent receive that the odd ranks make and rank 1 starts, after a store to memory that rank 0 puts to.
 *
 * Nothing orders the store and the put: the message is received only later (MPI 4.1, 12.7).
 */
//@ expect: error RMA201 A B
//@ twin: persistent_receive_made_by_some.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, token = 0, value = 1, *mem;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
        MPI_Win_unlock(1, win);
        MPI_Send(&token, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    } else {
        if (rank % 2 == 1)
            MPI_Recv_init(&token, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, &request);
        if (rank == 1) {
            *mem = 3; //@ B
            MPI_Start(&request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            MPI_Request_free(&request);
        }
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
