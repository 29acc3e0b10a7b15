/*
 * Each process puts to the processes with the ranks of its neighbours in a ring that the library has reordered; the window is on the
 * world, which numbers the processes in its own way.
 *
 * Two processes have different ranks in the ring (MPI 4.1, 7.2.1), so different right neighbours and different left ones; what comes
 * from the left goes to cell 0, what comes from the right to cell 1.
 */
//@ expect: none
//@ twin: reordered_ring_both_sides_race.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int size, left, right, dims[1], periods[1] = {1};
    double *mem, value = 1.0;
    MPI_Comm ring;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    dims[0] = size;
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 1, &ring);
    MPI_Cart_shift(ring, 0, 1, &left, &right);
    MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
    MPI_Put(&value, 1, MPI_DOUBLE, left, 1, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
