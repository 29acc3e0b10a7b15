/*
 * A put to the right neighbour under fences.
 *
 * MPI_Put, and the buffer rests until the fence (MPI 4.1, 12.5.1).
 */
//@ expect: none
//@ twin: rput_in_fence_epoch.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, x, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    x = rank;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_fence(0, win);
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    x += mem[0];
    printf("%d\n", x);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
