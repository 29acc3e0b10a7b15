/*
 * A row of processes as a Cartesian communicator with wrap-around: each process puts its rank into the
 * cell of the next one, and the first process looks into its own cell in the same epoch.
 *
 * In a periodic dimension the shift of the last process gives the first one (MPI 4.1, 8.5.6): its put writes the cell
 * that the first process loads before the fence that would order the two (12.7).
 */
//@ expect: error RMA201 A B
//@ twin: cart_row_open.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    const int periodic = 1;
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
    MPI_Put(&rank, 1, MPI_INT, up, 0, 1, MPI_INT, win); //@ A
    if (rank == 0)
        printf("at the lower end: %d\n", *cell); //@ B
    MPI_Win_fence(0, win);

    MPI_Comm_free(&row);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
