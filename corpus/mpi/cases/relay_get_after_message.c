/*
 * Rank 0 puts into rank 1 and sends a token; rank 1 passes it on; rank 2 gets the cell from rank 1. After the
 * program "fatalBug" of the literature on MC-CChecker: the order runs through a third process.
 *
 * Unlock completes the put at the target (MPI 4.1, 12.5.3); the two messages, each received before the next
 * is sent (3.5), lead from there to the get of rank 2.
 */
//@ expect: none
//@ twin: relay_get_too_early.c
#include <mpi.h>
#include <stdio.h>

enum { TOKEN = 11 };

static void pass(int from, int to, int *token)
{
    if (from != MPI_PROC_NULL)
        MPI_Recv(token, 1, MPI_INT, from, TOKEN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (to != MPI_PROC_NULL)
        MPI_Send(token, 1, MPI_INT, to, TOKEN, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, size, token = 0;
    int x = 3, z = 0, *y;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &y, &win);
    *y = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
        pass(MPI_PROC_NULL, 1, &token);
    } else if (rank == 1) {
        pass(0, 2, &token);
    } else if (rank == 2) {
        pass(1, MPI_PROC_NULL, &token);
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(&z, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
        printf("%d\n", z);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
