/*
 * Ranks 1 and 2 put into rank 0 and each send it a message; rank 0 receives from anybody, and then reads the cell of
 * rank 1.
 *
 * Rank 0 receives one message: it may be that of rank 2, and then nothing orders the put of rank 1 and the load
 * (MPI 4.1, 3.5; 12.7.3). From 3 processes on.
 */
//@ expect: error RMA201 A B
//@ twin: any_source_two_senders.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, note = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(3 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);

    if (rank == 1 || rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win); //@ A
        MPI_Win_unlock(0, win);
        MPI_Send(&note, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else if (rank == 0) {
        MPI_Recv(&note, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d\n", mem[1]); //@ B
        MPI_Recv(&note, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
