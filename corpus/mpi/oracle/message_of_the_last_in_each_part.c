/*
 * The even ranks and the odd ones, each with a window of their own: the last of each part puts into the first and then sends it a
 * message, which that receives from any source before it reads.
 *
 * Nobody else sends a message, so the one that has come is that of the last process of the part, sent behind the unlock that completes
 * the put (MPI 4.1, 12.5.3). How many processes a part has is the same for all of its members.
 */
//@ expect: none
//@ twin: message_of_the_last_two_in_each_part.c
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
        printf("%d\n", mem[0]);
    } else if (rank == size - 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        MPI_Send(&token, 1, MPI_INT, 0, 3, part);
    }

    MPI_Win_free(&win);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
