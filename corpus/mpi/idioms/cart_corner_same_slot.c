/*
 * A two-dimensional grid in which each process sends to the right and, for corner points, down to the right. The
 * ranks come from MPI_Cart_rank, the coordinates are computed.
 *
 * Both go to one slot: process (1, 1) gets values from (1, 0) and (0, 0), in one epoch and at the same place (MPI 4.1,
 * 12.7). MPI_Dims_create makes 2 x 2 of four processes (8.5.2).
 */
//@ expect: error RMA203 A B
//@ twin: cart_corner_own_slot.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    const int periodic[2] = {0, 0};
    int size, rank, dims[2] = {0, 0}, own[2], *slot;
    MPI_Comm grid;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periodic, 1, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 2, own);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, grid, &slot, &win);
    slot[0] = slot[1] = -1;

    MPI_Win_fence(0, win);
    if (own[1] + 1 < dims[1]) {
        int right[2] = {own[0], own[1] + 1}, target;
        MPI_Cart_rank(grid, right, &target);
        MPI_Put(&rank, 1, MPI_INT, target, 0, 1, MPI_INT, win); //@ A
    }
    if (own[0] + 1 < dims[0] && own[1] + 1 < dims[1]) {
        int corner[2] = {own[0] + 1, own[1] + 1}, target;
        MPI_Cart_rank(grid, corner, &target);
        MPI_Put(&rank, 1, MPI_INT, target, 0, 1, MPI_INT, win); //@ B
    }
    MPI_Win_fence(0, win);
    printf("%d: %d %d\n", rank, slot[0], slot[1]);

    MPI_Comm_free(&grid);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
