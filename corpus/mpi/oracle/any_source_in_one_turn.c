/*
 * All put a value into rank 0 and tell it by a message, in a loop of one turn.
 *
 * Rank 0 has a message of each other process, sent behind its unlock (MPI 4.1, 3.5, 12.5.3), before it looks at the values.
 */
//@ expect: none
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, token = 0, slot, sum = 0, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    for (int turn = 0; turn < 1; turn++) {
        if (rank == 0) {
            for (int n = 1; n < size; n++)
                MPI_Recv(&slot, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            for (int n = 1; n < size; n++)
                sum += mem[n];
        } else {
            MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
            MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
            MPI_Win_unlock(0, win);
            MPI_Send(&token, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
        }
    }
    printf("%d\n", sum);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
