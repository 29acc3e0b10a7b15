/*
 * A program goes over from fences to locks: a put under fences to cell 0, then one under a lock to cell 1.
 *
 * A fence with MPI_MODE_NOSUCCEED ends the epoch first (MPI 4.1, 12.5.1, 12.5.5).
 */
//@ expect: none
//@ twin: lock_with_fence_pending.c
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
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win);
    MPI_Put(&size, 1, MPI_INT, next, 1, 1, MPI_INT, win);
    MPI_Win_unlock(next, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
