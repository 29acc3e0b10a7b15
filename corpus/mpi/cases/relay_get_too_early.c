/*
 * Rank 0 puts into rank 1 and sends a token; rank 1 passes it on; rank 2 gets the cell from rank 1. After the
 * program "fatalBug" of the literature on MC-CChecker: the order runs through a third process.
 *
 * Rank 2 gets the cell before it takes the token: nothing orders the get after the unlock of rank 0 (MPI 4.1,
 * 12.5.3), and the shared locks exclude nothing. Happens with 3 or more processes.
 */
//@ expect: error RMA203 A B
//@ twin: relay_get_after_message.c
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
        MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
        MPI_Win_unlock(1, win);
        pass(MPI_PROC_NULL, 1, &token);
    } else if (rank == 1) {
        pass(0, 2, &token);
    } else if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(&z, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ B
        MPI_Win_unlock(1, win);
        pass(1, MPI_PROC_NULL, &token);
        printf("%d\n", z);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
