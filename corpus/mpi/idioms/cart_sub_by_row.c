/*
 * The columns of a two-dimensional grid as communicators (MPI_Cart_sub), with a window in each: all processes of a
 * column put a value into the table of its first process.
 *
 * The place is the process' row. Processes of one column differ in it: only the second dimension was left out (MPI 4.1,
 * 8.5.7).
 */
//@ expect: none
//@ twin: cart_sub_by_column.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    const int periodic[2] = {0, 0}, along[2] = {1, 0};
    int size, rank, dims[2] = {0, 0}, own[2], *table;
    MPI_Comm grid, column;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periodic, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 2, own);
    MPI_Cart_sub(grid, along, &column);
    MPI_Win_allocate((MPI_Aint)(size * sizeof(int)), sizeof(int), MPI_INFO_NULL, column, &table, &win);
    for (int i = 0; i < size; i++)
        table[i] = -1;

    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, own[0], 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    printf("%d: %d\n", rank, table[0]);

    MPI_Comm_free(&column);
    MPI_Comm_free(&grid);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
