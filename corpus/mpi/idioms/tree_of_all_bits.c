/*
 * A value goes down a tree: each process puts it to those processes above it that differ in one bit, also in bits below its own highest one.
 *
 * Rank 3 is rank 1 with bit 1 and rank 2 with bit 0: both put to the same bytes in one fence epoch (MPI 4.1, 12.7).
 */
//@ expect: error RMA203 A A
//@ twin: tree_of_highest_bits.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, m = 1, value, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    value = rank;
    MPI_Win_fence(0, win);
    for (; rank + m < size; m <<= 1)
        MPI_Put(&value, 1, MPI_INT, rank + m, 0, 1, MPI_INT, win); //@ A
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
