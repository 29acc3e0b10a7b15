/*
 * A store of the owner and MPI_Win_sync before a barrier, a get of its neighbour after it.
 *
 * In the separate memory model operations see a store of the owner after the next MPI_Win_sync, post, fence,
 * unlock or unlock_all of the owner only (MPI 4.1, 12.7). The call stands between the store and the barrier.
 */
//@ options: --memory-model separate
//@ expect: none
//@ twin: separate_store_then_get.c
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
    cells[0] = rank + 1;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Get(&sum, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
