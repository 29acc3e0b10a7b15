/*
 * Steps on a ring: put into the right neighbour, flush, MPI_Neighbor_allgather, load.
 *
 * A second collective behind the load holds back the put of the next step until the neighbour has loaded (MPI 4.1,
 * 8.6.1).
 */
//@ expect: none
//@ twin: neighbourhood_steps_once.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    const int periodic = 1;
    int rank, size, left, right, theirs[2], *cell;
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
    for (int k = 0; k < 8; k++) {
        MPI_Put(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, win);
        MPI_Win_flush(right, win);
        MPI_Neighbor_allgather(&rank, 1, MPI_INT, theirs, 1, MPI_INT, ring);
        printf("%d: %d\n", rank, *cell);
        MPI_Neighbor_allgather(&rank, 1, MPI_INT, theirs, 1, MPI_INT, ring);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
