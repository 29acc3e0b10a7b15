/*
 * Rank 0 resets a cell of the last rank by a put while the others add to it.
 *
 * The put is made under an exclusive lock, so it overlaps with no accumulate (MPI 4.1, 12.5.3).
 */
//@ expect: none
//@ twin: accumulate_and_put_shared_locks.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int zero = 0, one = 1, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, size - 1, 0, win);
        MPI_Put(&zero, 1, MPI_INT, size - 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(size - 1, win);
    } else {
        MPI_Win_lock(MPI_LOCK_SHARED, size - 1, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, size - 1, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_unlock(size - 1, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
