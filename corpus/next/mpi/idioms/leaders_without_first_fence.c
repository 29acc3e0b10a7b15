/*
 * Each fourth process makes a window together with the others of its kind, in one branch, and puts in a later one. No fence has opened an
 * epoch there.
 *
 * An operation outside of access epochs is erroneous (MPI 4.1, 12.5).
 */
//@ expect: error RMA501 A A
//@ twin: leaders_with_first_fence.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, number = 0, teams = 1, value;
    int board[4] = {0, 0, 0, 0};
    MPI_Comm leaders;
    MPI_Win win = MPI_WIN_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    value = rank;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 4 == 0 ? 1 : MPI_UNDEFINED, rank, &leaders);
    if (rank % 4 == 0) {
        MPI_Comm_rank(leaders, &number);
        MPI_Comm_size(leaders, &teams);
        MPI_Win_create(board, sizeof board, sizeof(int), MPI_INFO_NULL, leaders, &win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank % 4 == 0) {
        MPI_Put(&value, 1, MPI_INT, (number + 1) % teams, 2, 1, MPI_INT, win); //@ A
        MPI_Win_fence(0, win);
    }
    if (rank % 4 == 0)
        MPI_Win_free(&win);
    MPI_Finalize();
    return board[2];
}
