/*
 * Panels of a matrix product on a grid: each process gets from its row and from its column, through a window for each.
 *
 * No fence comes between the store of a turn and the gets of the next one, which may read the same bytes in another process of the row
 * (MPI 4.1, 12.7). Happens with 2 processes in a row and in a column, or more: with 4 processes.
 */
//@ expect: error RMA202 A B
//@ twin: row_and_column_panels.c
#include <mpi.h>
#include <stdio.h>

#define BLOCK 8

int main(int argc, char **argv)
{
    int rank, size, dims[2] = {0, 0}, periods[2] = {0, 0}, in_row[2] = {0, 1}, in_column[2] = {1, 0};
    double *a, *b, of_row[BLOCK], of_column[BLOCK], sum = 0;
    MPI_Comm grid, row, column;
    MPI_Win wa, wb;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_sub(grid, in_row, &row);
    MPI_Cart_sub(grid, in_column, &column);
    MPI_Win_allocate(BLOCK * sizeof(double), sizeof(double), MPI_INFO_NULL, row, &a, &wa);
    MPI_Win_allocate(BLOCK * sizeof(double), sizeof(double), MPI_INFO_NULL, column, &b, &wb);
    for (int i = 0; i < BLOCK; i++)
        a[i] = b[i] = rank + i;
    MPI_Win_fence(0, wa);
    MPI_Win_fence(0, wb);
    int turns = dims[0] < dims[1] ? dims[0] : dims[1];
    for (int k = 0; k < turns; k++) {
        MPI_Get(of_row, BLOCK, MPI_DOUBLE, k, 0, BLOCK, MPI_DOUBLE, wa); //@ A
        MPI_Get(of_column, BLOCK, MPI_DOUBLE, k, 0, BLOCK, MPI_DOUBLE, wb);
        MPI_Win_fence(0, wa);
        MPI_Win_fence(0, wb);
        for (int i = 0; i < BLOCK; i++)
            sum += of_row[i] * of_column[i];
        a[0] += sum; //@ B
    }
    printf("%g\n", sum);
    MPI_Win_free(&wa);
    MPI_Win_free(&wb);
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
