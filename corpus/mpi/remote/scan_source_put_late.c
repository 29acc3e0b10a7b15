/*
 * Rank 1 puts into what rank 0 gives to an MPI_Scan behind a barrier.
 *
 * Both processes come to the barrier only when they have returned from the collective call, so that rank 0 has read its buffer.
 */
//@ expect: none
//@ twin: scan_source_put_early.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, got[1], two = 2;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = rank;
    mem[1] = rank;
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Scan(mem, got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Put(&two, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    printf("%d\n", got[0]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
