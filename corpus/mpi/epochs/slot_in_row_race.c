/*
 * Two rows of n / 2 processes. Each row has a communicator and a window with n / 2 slots; each process puts to the slot behind its own.
 *
 * The last process of a row puts to slot n / 2, which the window does not have (MPI 4.1, 12.3). Happens with 2 or more processes.
 */
//@ expect: error RMA509 A A
//@ twin: slot_in_row_ok.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, width, column, *slots;
    MPI_Comm row;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2 || size % 2 != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    width = size / 2;
    MPI_Comm_split(MPI_COMM_WORLD, rank / width, rank, &row);
    MPI_Comm_rank(row, &column);
    MPI_Win_allocate(width * sizeof(int), sizeof(int), MPI_INFO_NULL, row, &slots, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, column + 1, 1, MPI_INT, win); //@ A
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&row);
    MPI_Finalize();
    return 0;
}
