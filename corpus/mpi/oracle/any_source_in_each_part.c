/*
 * The even ranks and the odd ones, each with a window of their own: the first of each part receives one message from each
 * of the others, from any source, and then reads what they have put.
 *
 * All messages of the part have come when the loop ends, and each was sent behind the unlock that completes the put
 * (MPI 4.1, 12.5.3). Nobody outside of the part sends any.
 */
//@ expect: none
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, token = 0, x = 1, sum = 0, *mem;
    MPI_Win win;
    MPI_Comm part;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &part);
    MPI_Comm_rank(part, &rank);
    MPI_Comm_size(part, &size);
    MPI_Win_allocate(size * sizeof(int), sizeof(int), MPI_INFO_NULL, part, &mem, &win);

    if (rank == 0) {
        for (int i = 1; i < size; i++)
            MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 3, part, MPI_STATUS_IGNORE);
        for (int i = 1; i < size; i++)
            sum += mem[i];
    } else {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        MPI_Send(&token, 1, MPI_INT, 0, 3, part);
    }
    printf("%d\n", sum);

    MPI_Win_free(&win);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
