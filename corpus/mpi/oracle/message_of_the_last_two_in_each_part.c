/*
 * The even ranks and the odd ones, each with a window of their own: the last two of each part put into slots of the first and then send
 * it a message. It receives one from any source before it reads the slot of the very last, and the other one behind that.
 *
 * The first message may be that of the last but one, so that nothing orders the put of the last before the load (MPI 4.1, 12.7). Happens
 * with three processes in a part.
 */
//@ expect: error RMA201 A B
//@ twin: message_of_the_last_in_each_part.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, token = 0, x = 1, *mem;
    MPI_Win win;
    MPI_Comm part;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &part);
    MPI_Comm_rank(part, &rank);
    MPI_Comm_size(part, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, part, &mem, &win);

    if (rank == 0) {
        MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 3, part, MPI_STATUS_IGNORE);
        printf("%d\n", mem[0]); //@ B
        MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 3, part, MPI_STATUS_IGNORE);
    } else if (rank >= size - 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, size - 1 - rank, 1, MPI_INT, win); //@ A
        MPI_Win_unlock(0, win);
        MPI_Send(&token, 1, MPI_INT, 0, 3, part);
    }

    MPI_Win_free(&win);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
