/*
 * A put into the right neighbour's part of a shared window, and a direct load of what was put by the same process.
 *
 * The flush in between completes the put at its target (MPI 4.1, 12.5.4).
 * Each process has one part to put to, and nobody else touches it.
 */
//@ expect: none
//@ twin: shared_put_own_load_early.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, right, unit, x = 1, *mem, *theirs;
    MPI_Aint bytes;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_shared_query(win, right, &bytes, &unit, &theirs);

    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_flush(right, win);
    printf("%d\n", theirs[0]);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
