/*
 * Each process puts its number to a slot of its own at all, and counts slots from one.
 *
 * The target locations of an operation must lie in the window of the target (MPI 4.1, 12.3). The window has a slot for each process, numbered from 0; the last process puts behind it.
 */
//@ expect: error RMA509 A A
//@ twin: slot_counted_from_zero.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, *slots;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &slots, &win);
    MPI_Win_fence(0, win);
    for (int to = 0; to < size; to++)
        MPI_Put(&rank, 1, MPI_INT, to, rank + 1, 1, MPI_INT, win); //@ A
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
