/*
 * Rank 0 resets a cell of the last rank by a put while the others add to it.
 *
 * All use shared locks, which do not exclude each other (MPI 4.1, 12.5.3); put against accumulate is not
 * atomic (12.7.1). Happens with 2 or more processes.
 */
//@ expect: error RMA301 A B
//@ twin: accumulate_and_put_exclusive_locks.c
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
        MPI_Win_lock(MPI_LOCK_SHARED, size - 1, 0, win);
        MPI_Put(&zero, 1, MPI_INT, size - 1, 0, 1, MPI_INT, win); //@ A
        MPI_Win_unlock(size - 1, win);
    } else {
        MPI_Win_lock(MPI_LOCK_SHARED, size - 1, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, size - 1, 0, 1, MPI_INT, MPI_SUM, win); //@ B
        MPI_Win_unlock(size - 1, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
