/*
 * All processes put into one cell of rank 0's window; each does so inside an exclusive lock on
 * another window at rank 0.
 *
 * Here the window is open by lock_all, and a flush completes the put before the lock of the other window is given back
 * (MPI 4.1, 12.5.4): the next process puts behind it.
 */
//@ expect: none
//@ twin: lock_of_other_window_fence.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value, *cells, *guard;
    MPI_Win win, mutex;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &guard, &mutex);

    value = rank;
    MPI_Win_lock_all(0, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, mutex);
    MPI_Put(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Win_unlock(0, mutex);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Win_free(&mutex);
    MPI_Finalize();
    return 0;
}
