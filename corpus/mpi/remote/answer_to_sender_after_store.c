/*
 * Rank 0 receives a request from anybody and puts the answer into the window of the process that sent it, which had set its
 * cell to a first value.
 *
 * The sender sets its cell before it sends, so before the put that follows the receive (MPI 4.1, 3.5). Nothing else touches
 * the cell.
 */
//@ expect: none
//@ twin: answer_to_sender_before_store.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *mem, note = 0, answer = 42;
    MPI_Win win;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    if (rank == 0) {
        MPI_Recv(&note, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        MPI_Win_lock(MPI_LOCK_SHARED, status.MPI_SOURCE, 0, win);
        MPI_Put(&answer, 1, MPI_INT, status.MPI_SOURCE, 0, 1, MPI_INT, win); //@ A
        MPI_Win_unlock(status.MPI_SOURCE, win);
    } else if (rank == 1) {
        mem[0] = -1; //@ B
        MPI_Send(&note, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
