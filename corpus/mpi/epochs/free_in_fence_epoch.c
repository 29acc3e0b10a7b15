/*
 * A put after a fence, then the window is freed.
 *
 * The fence that ends the epoch is missing: the put is pending (MPI 4.1, 12.2.5). Happens with any number of
 * processes.
 */
//@ expect: error RMA403 A B
//@ twin: free_after_fence.c
#include <mpi.h>

static void finish(MPI_Win *win)
{
    MPI_Win_free(win); //@ B
}

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    finish(&win);
    MPI_Finalize();
    return 0;
}
