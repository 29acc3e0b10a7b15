/*
 * Process 0 sends a message by way of 1 to 2 in each turn of a loop, puts a value at process 2, and sends one
 * more; process 1 receives none in the first turn, puts at the same place behind one more, and then the last one.
 *
 * Messages are taken in their order: the one before the second put is the last of the loop, which was sent before the first put (MPI 4.1, 3.5,
 * 12.7).
 */
//@ expect: error RMA203 A B
//@ twin: as_many_messages_as_turns.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, word = 0, one = 1, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int turn = 0; turn < size; turn++) {
        if (rank == 0)
            MPI_Send(&word, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
        else if (rank == 1 && turn > 0) {
            MPI_Recv(&word, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(&word, 1, MPI_INT, 2, 3, MPI_COMM_WORLD);
        } else if (rank == 2 && turn > 0) {
            MPI_Recv(&word, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Put(&one, 1, MPI_INT, 2, 0, 1, MPI_INT, win); //@ A
        MPI_Win_unlock(2, win);
        MPI_Send(&word, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(&word, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Put(&one, 1, MPI_INT, 2, 0, 1, MPI_INT, win); //@ B
        MPI_Win_unlock(2, win);
        MPI_Send(&word, 1, MPI_INT, 2, 3, MPI_COMM_WORLD);
        MPI_Recv(&word, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 2) {
        MPI_Recv(&word, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2)
        printf("%d\n", mem[0]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
