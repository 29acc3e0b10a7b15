/*
 * For windows of several sizes, several times each: a token goes from rank to rank; who has it puts its rank into rank 0.
 *
 * Each process unlocks before it sends the token on, so its put is complete at the target (MPI 4.1, 12.5.3) before the next process
 * puts. Two ranks that are no neighbours are ordered by those between them.
 */
//@ expect: none
#include <mpi.h>
#include <stdio.h>

enum { SIZES = 2, TURNS = 2, TAG = 17 };

int main(int argc, char **argv)
{
    int rank, size, token = 0, *base;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int length = 1; length <= SIZES; length++)
        for (int turn = 0; turn < TURNS; turn++) {
            MPI_Win_allocate(length * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
            base[0] = 0;
            MPI_Win_unlock(rank, win);
            MPI_Barrier(MPI_COMM_WORLD);
            if (rank > 0)
                MPI_Recv(&token, 1, MPI_INT, rank - 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
            MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ PUT
            MPI_Win_unlock(0, win);
            if (rank < size - 1)
                MPI_Send(&token, 1, MPI_INT, rank + 1, TAG, MPI_COMM_WORLD);
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Win_free(&win);
        }
    printf("%d of %d\n", rank, size);
    MPI_Finalize();
    return 0;
}
