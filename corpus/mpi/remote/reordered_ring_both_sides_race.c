/*
 * Each process puts to the processes with the ranks of its neighbours in a ring that the library has reordered; the window is on the
 * world, which numbers the processes in its own way.
 *
 * Both go to cell 0: the right neighbour of one process is the left neighbour of another (3 processes).
 */
//@ expect: error RMA203 A B
//@ twin: reordered_ring_both_sides.c
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
    MPI_Put(&value, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win); //@ A
    MPI_Put(&value, 1, MPI_DOUBLE, left, 0, 1, MPI_DOUBLE, win); //@ B
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
