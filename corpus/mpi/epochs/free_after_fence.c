/*
 * A put after a fence, then the window is freed.
 *
 * A fence ends the epoch (MPI 4.1, 12.2.5, 12.5.1).
 */
//@ expect: none
//@ twin: free_in_fence_epoch.c
#include <mpi.h>

static void finish(MPI_Win *win)
{
    MPI_Win_fence(0, *win);
    MPI_Win_free(win);
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
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    finish(&win);
    MPI_Finalize();
    return 0;
}
