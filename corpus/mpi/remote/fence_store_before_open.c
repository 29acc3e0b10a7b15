/*
 * The owner gives its cell a first value; the left neighbour puts into it in the fence epoch.
 *
 * The store stands before the opening fence; RMA operations after that fence touch a target only after the
 * target's matching fence (MPI 4.1, 12.5.1), although the first fence is no barrier.
 */
//@ expect: none
//@ twin: fence_store_after_open.c
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
    x = rank + 10;

    mem[0] = 0;
    MPI_Win_fence(0, win);
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    printf("%d\n", mem[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
