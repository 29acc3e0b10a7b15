/*
 * A periodic row as a Cartesian communicator; MPI_Neighbor_allgather serves as the order between the flush
 * and the load.
 *
 * The put goes two processes ahead; the neighbourhood collective orders direct neighbours only (MPI 4.1,
 * 8.6). Happens with 4 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: neighbourhood.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    const int periodic = 1;
    int rank, size, target, ready = 1, seen[2], *cell;
    MPI_Comm row;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 4)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &row);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, row, &cell, &win);
    target = (rank + 2) % size;

    MPI_Win_lock_all(0, win);
    MPI_Put(&rank, 1, MPI_INT, target, 0, 1, MPI_INT, win); //@ A
    MPI_Win_flush(target, win);
    MPI_Neighbor_allgather(&ready, 1, MPI_INT, seen, 1, MPI_INT, row);
    printf("%d: %d %d\n", rank, cell[0], seen[0]); //@ B
    MPI_Win_unlock_all(win);

    MPI_Comm_free(&row);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
