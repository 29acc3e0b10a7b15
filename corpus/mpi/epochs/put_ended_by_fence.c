/*
 * A put between two fences, on a window that is never freed.
 *
 * The second fence ends the epoch and completes the put (MPI 4.1, 12.5.1). That the window is not freed breaks no rule of
 * epochs.
 */
//@ expect: none
//@ twin: put_ended_by_no_fence.c
#include <mpi.h>

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
    MPI_Win_fence(0, win);

    MPI_Finalize();
    return 0;
}
