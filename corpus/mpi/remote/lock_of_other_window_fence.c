/*
 * All processes put into one cell of rank 0's window; each does so inside an exclusive lock on
 * another window at rank 0.
 *
 * The unlock completes the operations on its own window (MPI 4.1, 12.5.3); the put lasts until the next fence, when others have had
 * the lock. From 2 processes on.
 */
//@ expect: error RMA203 A A
//@ twin: lock_of_own_window.c
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
    MPI_Win_fence(0, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, mutex);
    MPI_Put(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win); //@ A
    MPI_Win_unlock(0, mutex);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Win_free(&mutex);
    MPI_Finalize();
    return 0;
}
