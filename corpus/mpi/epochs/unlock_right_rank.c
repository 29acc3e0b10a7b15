/*
 * Each process locks its right neighbour, puts and unlocks.
 *
 * Lock and unlock name the same process (MPI 4.1, 12.5.3).
 */
//@ expect: none
//@ twin: unlock_wrong_rank.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, next, x, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    next = (rank + 1) % size;
    x = 2 * rank;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win);
    MPI_Put(&x, 1, MPI_INT, next, 0, 1, MPI_INT, win);
    MPI_Win_unlock(next, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
