/*
 * A put under a lock, a barrier, and a load of the target outside any lock.
 *
 * In the separate memory model the owner sees a change of the public copy after its next MPI_Win_sync, lock,
 * wait, successful test or fence only (MPI 4.1, 12.7). The unlock completes the put and the barrier orders it
 * before the load, but the owner makes no call on the window between the barrier and the load.
 */
//@ options: --memory-model separate
//@ expect: error RMA204 A B
//@ twin: separate_load_locked.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    int mine = rank, sum = 0;
    int *cells;
    MPI_Win win;
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(&mine, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ A
    MPI_Win_unlock(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    sum += cells[0]; //@ B
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
