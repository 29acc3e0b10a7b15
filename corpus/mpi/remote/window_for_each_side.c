/*
 * Puts to both neighbours, in windows that the step chooses: one for what comes from the left, one for what comes from the right.
 *
 * Each cell gets one value in each epoch (MPI 4.1, 12.7).
 */
//@ expect: none
//@ twin: window_by_rank.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, value[2], *mem[2];
    MPI_Win win[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int step = 0; step < 2; step++)
        MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem[step], &win[step]);
    int peer[2] = {(rank + 1) % size, (rank + size - 1) % size};
    for (int step = 0; step < 2; step++)
        MPI_Win_fence(0, win[step]);
    for (int step = 0; step < 2; step++) {
        value[step] = rank;
        MPI_Put(&value[step], 1, MPI_INT, peer[step], 0, 1, MPI_INT, win[step]);
    }
    for (int step = 0; step < 2; step++)
        MPI_Win_fence(0, win[step]);
    for (int step = 0; step < 2; step++)
        MPI_Win_free(&win[step]);
    MPI_Finalize();
    return 0;
}
