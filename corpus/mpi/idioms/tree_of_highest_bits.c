/*
 * A value goes down a tree: each process puts it to those processes above it that differ in one bit above its own highest one.
 *
 * The rank of a receiver without its highest bit is the rank of its only sender, so no two puts meet.
 */
//@ expect: none
//@ twin: tree_of_all_bits.c
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
    while (m <= rank)
        m <<= 1;
    MPI_Win_fence(0, win);
    for (; rank + m < size; m <<= 1)
        MPI_Put(&value, 1, MPI_INT, rank + m, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
