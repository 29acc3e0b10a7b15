/*
 * The rows of a periodic process grid are the largest divisor of the number of processes up to its square root, found by a loop that keeps the
 * last one. Each process puts its rank into the one below it, all at the same time.
 *
 * The column is forgotten: all processes of a row put into the first process of the row below (MPI 4.1, 12.7: concurrent puts to one location).
 * With two processes there are two columns.
 */
//@ expect: error RMA203 A A
//@ twin: divisor_kept.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, rows = 1, columns, x, y, below, d, *from;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (d = 1; d <= size; d++)
        if (size % d == 0 && d * d <= size)
            rows = d;
    columns = size / rows;
    x = rank % columns;
    y = rank / columns;
    below = (y + rows - 1) % rows * columns;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &from, &win);
    *from = x;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    MPI_Put(&rank, 1, MPI_INT, below, 0, 1, MPI_INT, win); //@ A
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d: %d\n", rank, *from);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
