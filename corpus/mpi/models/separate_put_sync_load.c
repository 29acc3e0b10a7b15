/*
 * A put that is flushed before a barrier, MPI_Win_sync after it, and then a load of the target.
 *
 * In the separate memory model the owner sees a change of the public copy after its next MPI_Win_sync, lock,
 * wait, successful test or fence only (MPI 4.1, 12.7). The call to MPI_Win_sync follows the barrier, so
 * everything that was complete before the barrier shows in the private copy when the load reads it.
 */
//@ options: --memory-model separate
//@ expect: none
//@ twin: separate_put_then_load.c
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
    MPI_Win_lock_all(0, win);
    MPI_Put(&mine, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_flush(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    sum += cells[0];
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
