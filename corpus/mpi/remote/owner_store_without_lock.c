/*
 * The last rank puts into rank 0 under an exclusive lock while rank 0 stores into its window.
 *
 * Rank 0 stores without a lock; locks of others do not protect a plain access (MPI 4.1, 12.5.3, 12.7).
 * Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: owner_store_with_lock.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x = 8, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    if (rank == size - 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
        MPI_Win_unlock(0, win);
    }
    if (rank == 0) {
        mem[0] = 1; //@ B
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
