/*
 * A two-dimensional Cartesian grid without wrap-around: each process sends one value to its four neighbours,
 * whose ranks come from MPI_Cart_shift, and sums up what it has received.
 *
 * The sum is formed after it (MPI 4.1, 12.5.1).
 */
//@ expect: none
//@ twin: cart_halo_load_in_epoch.c
#include <mpi.h>
#include <stdio.h>

static double sum_of(const double *slot)
{
    double sum = 0;

    for (int s = 0; s < 4; s++)
        sum += slot[s];
    return sum;
}

int main(int argc, char **argv)
{
    int size, rank, dims[2] = {0, 0}, periodic[2] = {0, 0};
    double value, sum, *slot;
    MPI_Comm grid;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periodic, 1, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Win_allocate(4 * sizeof(double), sizeof(double), MPI_INFO_NULL, grid, &slot, &win);
    for (int s = 0; s < 4; s++)
        slot[s] = 0;
    value = rank;

    MPI_Win_fence(0, win);
    for (int d = 0; d < 2; d++) {
        int down, up;
        MPI_Cart_shift(grid, d, 1, &down, &up);
        MPI_Put(&value, 1, MPI_DOUBLE, up, 2 * d, 1, MPI_DOUBLE, win);
        MPI_Put(&value, 1, MPI_DOUBLE, down, 2 * d + 1, 1, MPI_DOUBLE, win);
    }
    MPI_Win_fence(0, win);
    sum = sum_of(slot);
    printf("%d: %g\n", rank, sum);
    MPI_Comm_free(&grid);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
