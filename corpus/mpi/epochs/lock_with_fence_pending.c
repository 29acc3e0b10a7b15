/*
 * A program goes over from fences to locks: a put under fences to cell 0, then one under a lock to cell 1.
 *
 * The fence epoch is not over: its put is pending when the lock is asked for (MPI 4.1, 12.5, 12.5.3). Happens
 * with any number of processes.
 */
//@ expect: error RMA508 A A
//@ twin: lock_after_fence.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, next, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    next = (rank + 1) % size;
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, win);

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win); //@ A
    MPI_Put(&size, 1, MPI_INT, next, 1, 1, MPI_INT, win);
    MPI_Win_unlock(next, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
