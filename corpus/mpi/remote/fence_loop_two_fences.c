/*
 * Exchange loop: put into the right neighbour, fence, use the own cell.
 *
 * A second fence stands between the load of step s and the put of step s + 1 (MPI 4.1, 12.5.1: an ending
 * fence acts as a barrier).
 */
//@ expect: none
//@ twin: fence_loop_one_fence.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, sum = 0, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 0;

    x = rank;
    MPI_Win_fence(0, win);
    for (int s = 0; s < 5; s++) {
        MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
        sum += mem[0];
        MPI_Win_fence(0, win);
        x = s;
    }
    MPI_Win_fence(0, win);
    printf("%d\n", sum);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
