/*
 * Rank 1 fetches a cell of rank 0 and then receives a message of rank 0, which waits for its own send and then changes
 * the cell.
 *
 * A standard send may be complete as soon as the message is copied, before rank 1 has started the receive
 * (MPI 4.1, 3.4): nothing orders the store and the get. From 2 processes on.
 */
//@ expect: error RMA202 A B
//@ twin: issend_wait_as_acknowledgement.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *mem, copy = 0, note = 7;
    MPI_Win win;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = rank;
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&copy, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
        MPI_Win_unlock(0, win);
        MPI_Recv(&note, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 0) {
        MPI_Isend(&note, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        mem[0] = 5; //@ B
    }

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return copy;
}
