/*
 * Figure 4.8: ranks 0 and 2 put into the same cell of rank 1; a message between the two origins orders them,
 * the target knows nothing of it.
 *
 * Rank 0 sends the message before its unlock, so that its put is not complete when rank 2 begins (MPI 4.1,
 * 12.5.3). Happens with 3 or more processes.
 */
//@ expect: error RMA203 A B
//@ twin: two_origins_message_between.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, go = 1, v, *x;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &x, &win);
    x[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    v = 10 * rank;

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
        MPI_Send(&go, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
        MPI_Win_unlock(1, win);
    }
    if (rank == 2) {
        MPI_Recv(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ B
        MPI_Win_unlock(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        printf("%d\n", x[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
