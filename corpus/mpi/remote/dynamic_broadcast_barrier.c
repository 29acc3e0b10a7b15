/*
 * A dynamic window: rank 0 attaches a cell and broadcasts its address, the last rank puts there.
 *
 * A barrier follows the flush (MPI 4.1, 12.5.4, 6.3). The broadcast orders the attach before the put (6.4).
 */
//@ expect: none
//@ twin: dynamic_broadcast_no_barrier.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Aint where = 0;
    int x = 2, cell = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 0) {
        MPI_Win_attach(win, &cell, sizeof cell);
        MPI_Get_address(&cell, &where);
    }
    MPI_Bcast(&where, 1, MPI_AINT, 0, MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == size - 1) {
        MPI_Put(&x, 1, MPI_INT, 0, where, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", cell);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Win_detach(win, &cell);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
