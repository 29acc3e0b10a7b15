/*
 * A put under a lock on the right neighbour, with a flush in the middle of the epoch.
 *
 * The flush names the left neighbour, which is not locked (MPI 4.1, 12.5.4). Happens with 3 or more
 * processes.
 */
//@ expect: error RMA503 A A
//@ twin: flush_locked_rank.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, left, right, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    printf("%d between %d and %d\n", rank, left, right);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_flush(left, win); //@ A
    MPI_Put(&size, 1, MPI_INT, right, 1, 1, MPI_INT, win);
    MPI_Win_unlock(right, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
