/*
 * A row of processes as a Cartesian communicator without wrap-around: each process puts its rank into
 * the cell of the next one, and the first process looks into its own cell in the same epoch.
 *
 * The last process has no next one: its target is MPI_PROC_NULL (MPI 4.1, 8.5.6), and its put does nothing (3.10, 12.3).
 * So nobody puts into the cell of the first process.
 */
//@ expect: none
//@ twin: cart_row_wrapped.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    const int periodic = 0;
    int size, rank, down, up, *cell;
    MPI_Comm row;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 1, &row);
    MPI_Comm_rank(row, &rank);
    MPI_Cart_shift(row, 0, 1, &down, &up);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, row, &cell, &win);
    *cell = -1;

    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, up, 0, 1, MPI_INT, win);
    if (rank == 0)
        printf("at the lower end: %d\n", *cell);
    MPI_Win_fence(0, win);

    MPI_Comm_free(&row);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
