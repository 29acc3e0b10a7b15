/*
 * Rank 0 accesses a cell of rank 1 and calls MPI_Win_flush_local_all; behind a barrier rank 2 puts into that
 * cell.
 *
 * The operation of rank 0 is a get: when it is complete at the origin its data have arrived, so the target
 * has been read (MPI 4.1, 12.5.4), and the barrier orders it before the put (6.3).
 */
//@ expect: none
//@ twin: flush_local_all_after_put.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;
    mem[0] = 10;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush_local_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    printf("%d\n", x);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
