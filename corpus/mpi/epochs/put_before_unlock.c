/*
 * Two puts to the right neighbour, meant for one lock epoch.
 *
 * Both puts lie between lock and unlock (MPI 4.1, 12.5.3).
 */
//@ expect: none
//@ twin: put_after_unlock.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, next, pair[2], *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    next = (rank + 1) % size;
    pair[0] = pair[1] = rank;
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win);
    MPI_Put(&pair[0], 1, MPI_INT, next, 0, 1, MPI_INT, win);
    MPI_Put(&pair[1], 1, MPI_INT, next, 1, 1, MPI_INT, win);
    MPI_Win_unlock(next, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
