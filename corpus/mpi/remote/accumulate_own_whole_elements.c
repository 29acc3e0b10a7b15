/*
 * Each process adds doubles to its right neighbour, every eight bytes.
 *
 * The elements have no byte in common.
 */
//@ expect: none
//@ twin: accumulate_own_half_overlap.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    double value[4] = {0};
    char *mem;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 4; i++)
        MPI_Accumulate(&value[i], 1, MPI_DOUBLE, (rank + 1) % size, 2 * i, 1, MPI_DOUBLE, MPI_SUM, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
