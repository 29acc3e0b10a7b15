/*
 * A process locks its left and right neighbours at once to change a value in both.
 *
 * In a ring of two processes (or of one) both neighbours are the same process, which is locked twice (MPI
 * 4.1, 12.5.3). Happens with 1 or 2 processes.
 */
//@ expect: error RMA508 A A
//@ twin: both_neighbours_checked.c
#include <mpi.h>

static void shift(int left, int right, int *value, MPI_Win win)
{
    MPI_Win_lock(MPI_LOCK_SHARED, left, 0, win);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win); //@ A
    MPI_Put(value, 1, MPI_INT, left, 1, 1, MPI_INT, win);
    MPI_Put(value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    if (right != left)
        MPI_Win_unlock(right, win);
    MPI_Win_unlock(left, win);
}

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    shift((rank + size - 1) % size, (rank + 1) % size, &rank, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
