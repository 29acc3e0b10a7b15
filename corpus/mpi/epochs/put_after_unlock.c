/*
 * Two puts to the right neighbour, meant for one lock epoch.
 *
 * The second put comes after the unlock: no epoch is open (MPI 4.1, 12.5). Happens with any number of
 * processes.
 */
//@ expect: error RMA501 A A
//@ twin: put_before_unlock.c
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
    MPI_Win_unlock(next, win);
    MPI_Put(&pair[1], 1, MPI_INT, next, 1, 1, MPI_INT, win); //@ A

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
