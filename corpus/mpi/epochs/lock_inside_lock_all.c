/*
 * A program that works in one long lock_all epoch calls a helper that locks a target for itself.
 *
 * The target is locked by lock_all already (MPI 4.1, 12.5.3). Happens with any number of processes.
 */
//@ expect: error RMA508 A A
//@ twin: lock_after_unlock_all.c
#include <mpi.h>

static void store_exclusively(int value, int target, MPI_Win win)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win); //@ A
    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    MPI_Win_unlock(target, win);
}

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((MPI_Aint)sizeof(int) * (size + 1), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, 1 + rank, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    if (rank == 0)
        store_exclusively(size, 0, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
