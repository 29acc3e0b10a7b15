/*
 * A ring whose processes exchange by MPI_Neighbor_alltoallv between the flush and the load.
 *
 * Each neighbour gets one element: the load waits for the data of the origin (MPI 4.1, 8.6.2).
 */
//@ expect: none
//@ twin: neighbourhood_counts_after_load.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    const int periodic = 1;
    int rank, size, left, right, mine[2] = {0, 0}, theirs[2], *cell;
    int counts[2] = {1, 1}, places[2] = {0, 1};
    MPI_Comm ring;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    MPI_Comm_rank(ring, &rank);
    MPI_Cart_shift(ring, 0, 1, &left, &right);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, ring, &cell, &win);
    *cell = 0;

    MPI_Win_lock_all(0, win);
    MPI_Barrier(ring);
    MPI_Put(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_flush(right, win);
    MPI_Neighbor_alltoallv(mine, counts, places, MPI_INT, theirs, counts, places, MPI_INT, ring);
    printf("%d: %d\n", rank, *cell);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
