/*
 * Each process puts into its right neighbour between two fences.
 *
 * The first fence promises nothing of the kind (MPI 4.1, 12.5.5).
 */
//@ expect: none
//@ twin: fence_noput_violated.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    printf("%d\n", mem[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
