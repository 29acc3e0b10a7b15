/*
 * All processes put into one cell of rank 0's window; each does so inside an exclusive lock on that window.
 *
 * The lock keeps the puts apart, and the unlock completes each (MPI 4.1, 12.5.3).
 */
//@ expect: none
//@ twin: lock_of_other_window_fence.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value, *cells;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    value = rank;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
