/*
 * A process locks one neighbour and puts to one neighbour.
 *
 * Lock and put name the same process (MPI 4.1, 12.5.3).
 */
//@ expect: none
//@ twin: put_to_unlocked_rank.c
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
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    printf("%d between %d and %d\n", rank, left, right);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, left, 0, win);
    MPI_Put(&rank, 1, MPI_INT, left, 0, 1, MPI_INT, win);
    MPI_Win_unlock(left, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
