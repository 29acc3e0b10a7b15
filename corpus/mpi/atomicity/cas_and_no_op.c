/*
 * Processes fight for a cell of their left neighbour; a third one looks at it.
 *
 * It looks by MPI_Fetch_and_op with MPI_NO_OP and the same type (MPI 4.1, 12.3.4, 12.7.1).
 */
//@ expect: none
//@ twin: cas_and_get.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, left, zero = 0, won = 1, seen = 0;
    int *mine;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    left = (rank - 1 + size) % size;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    *mine = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    MPI_Compare_and_swap(&rank, &zero, &won, MPI_INT, left, 0, win);
    MPI_Win_flush(left, win);
    MPI_Fetch_and_op(NULL, &seen, MPI_INT, (rank + 1) % size, 0, MPI_NO_OP, win);
    MPI_Win_unlock_all(win);
    printf("%d %d\n", won, seen);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
