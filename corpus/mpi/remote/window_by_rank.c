/*
 * Puts to both neighbours, in the window that the own rank chooses.
 *
 * The two neighbours of a process are of one parity, so what comes from both goes into one window, to one cell (MPI 4.1, 12.7).
 */
//@ expect: error RMA203 A A
//@ twin: window_for_each_side.c
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
        MPI_Put(&value[step], 1, MPI_INT, peer[step], 0, 1, MPI_INT, win[rank % 2]); //@ A
    }
    for (int step = 0; step < 2; step++)
        MPI_Win_fence(0, win[step]);
    for (int step = 0; step < 2; step++)
        MPI_Win_free(&win[step]);
    MPI_Finalize();
    return 0;
}
