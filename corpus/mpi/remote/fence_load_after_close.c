/*
 * A ring under fences: each process puts into the next one and prints its own cell.
 *
 * The second fence completes the put of the left neighbour at this process before the load (MPI 4.1, 12.5.1;
 * 12.7, rule 2). The store of the first value stands before the opening fence, and a put reaches a target
 * only after the target's matching fence.
 */
//@ expect: none
//@ twin: fence_load_before_close.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;
    mem[0] = -1;

    MPI_Win_fence(0, win);
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    printf("%d\n", mem[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
