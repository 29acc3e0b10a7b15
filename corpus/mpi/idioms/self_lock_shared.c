/*
 * Each process sets its cell under a lock on itself, while the left neighbour may already put into it under a
 * shared lock.
 *
 * The lock on itself is shared as well: the two epochs overlap (MPI 4.1, 12.5.3). Happens with 2 or more
 * processes.
 */
//@ expect: error RMA201 A B
//@ twin: self_lock_exclusive.c
#include <mpi.h>

static void set_own(int rank, int *cell, MPI_Win win)
{
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    cell[0] = -rank; //@ B
    MPI_Win_unlock(rank, win);
}

static void set_next(int rank, int next, MPI_Win win)
{
    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win);
    MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, win); //@ A
    MPI_Win_unlock(next, win);
}

int main(int argc, char **argv)
{
    int rank, size, *cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    set_own(rank, cell, win);
    set_next(rank, (rank + 1) % size, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
