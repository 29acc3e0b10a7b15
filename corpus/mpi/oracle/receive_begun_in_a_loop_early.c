/*
 * Process 1 puts a value at process 0 and tells it by a message; process 0 has begun its receive in a loop of one turn, tests its request
 * until it is complete, and loads the value before that.
 *
 * A receive that is begun and not complete orders nothing (MPI 4.1, 3.7.3, 12.7).
 */
//@ expect: error RMA201 A B
//@ twin: receive_begun_in_a_loop.c
#include <mpi.h>
#include <stdio.h>

static MPI_Request request;
static int done;

int main(int argc, char **argv)
{
    int rank, sum = 0, value = 7, word = 0, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ B
        MPI_Win_unlock(0, win);
        MPI_Send(&word, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    } else if (rank == 0) {
        for (int turn = 0; turn < 1; turn++)
            MPI_Irecv(&word, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
        sum = mem[0]; //@ A
        while (!done)
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
    printf("%d\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
