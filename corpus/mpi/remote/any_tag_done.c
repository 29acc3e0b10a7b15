/*
 * Rank 1 sends a message, puts into rank 0, completes the put and sends another one; rank 0 receives them with MPI_ANY_TAG.
 *
 * Rank 0 loads where the first message has the tag of the second one, which never happens: messages of one sender are received in the order
 * in which they were sent (MPI 4.1, 3.5), and the status has the tag of the one received (3.2.5).
 */
//@ expect: none
//@ twin: any_tag_ready.c
#include <mpi.h>
#include <stdio.h>

enum { READY = 1, DONE = 2 };

int main(int argc, char **argv)
{
    int rank, size, *mem, token = 0, value = 5;
    MPI_Status status;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    if (rank == 1) {
        MPI_Send(&token, 1, MPI_INT, 0, READY, MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
        MPI_Win_unlock(0, win);
        MPI_Send(&token, 1, MPI_INT, 0, DONE, MPI_COMM_WORLD);
    } else if (rank == 0) {
        MPI_Recv(&token, 1, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == DONE)
            printf("%d\n", mem[0]); //@ B
        MPI_Recv(&token, 1, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
