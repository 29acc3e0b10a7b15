/*
 * Even and odd ranks are two groups with an intercommunicator; a barrier on it stands between flush and load.
 *
 * Each process puts into the other group (MPI 4.1, 6.3, 12.5.4).
 */
//@ expect: none
//@ twin: intercomm_barrier_same_side.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, target, *cell;
    MPI_Comm half, bridge;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 4)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (size % 2 != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 5, &bridge);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    target = (rank + 1) % size;

    MPI_Win_lock_all(0, win);
    MPI_Put(&rank, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    MPI_Win_flush(target, win);
    MPI_Barrier(bridge);
    printf("%d: %d\n", rank, cell[0]);
    MPI_Win_unlock_all(win);

    MPI_Comm_free(&bridge);
    MPI_Comm_free(&half);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
