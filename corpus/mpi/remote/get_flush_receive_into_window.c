/*
 * A get is flushed, and then its origin sends a message, which rank 1 receives in the element of its window that the get
 * reads; the same with a broadcast.
 *
 * Rank 0 sends after its get is complete, and what it sends cannot stand in the receive buffer before it has been sent
 * (MPI 4.1, 3.5, 12.7).
 */
//@ expect: none
//@ twin: get_flush_reduce_into_window.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, cells[2] = {1, 2}, copy = 0, own = 3, *at = &own;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(&copy, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        MPI_Send(&own, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Get(&copy, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
    } else if (rank == 1) {
        MPI_Recv(&cells[1], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        at = &cells[0];
    }
    MPI_Bcast(at, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return copy;
}
