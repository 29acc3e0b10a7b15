/*
 * A ring put whose completion stands behind a program parameter.
 *
 * MPI_Win_flush_local (12.5.4) is on every path from the put to the store, so the put is complete at
 * the origin when the buffer is reused (12.3).
 */
//@ expect: none
//@ twin: branch_flush_if_verbose.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, verbose, val, *cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    verbose = argc > 1 ? atoi(argv[1]) : 0;

    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_lock_all(0, win);

    const int right = (rank + 1) % size;
    val = rank + verbose;
    MPI_Put(&val, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_flush_local(right, win);
    val = -1;

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
