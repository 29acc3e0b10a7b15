/*
 * Fences are called when the window is unlocked.
 *
 * Access epochs of a process on one window are disjoint (MPI 4.1, 12.5). The epoch of the lock is over when that of the fences begins.
 */
//@ expect: none
//@ twin: fence_inside_lock_all.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;
    int one = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Put(&one, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Get(&one, 1, MPI_INT, rank, 1, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
