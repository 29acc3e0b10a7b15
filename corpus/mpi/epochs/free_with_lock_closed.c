/*
 * Ranks above 0 report to rank 0 under a lock; a quiet run (no argument) leaves the function early.
 *
 * The unlock precedes the return (MPI 4.1, 12.2.5, 12.5.3).
 */
//@ expect: none
//@ twin: free_with_lock_of_one_branch.c
#include <mpi.h>
#include <stdio.h>

static void report(int rank, int quiet, MPI_Win win)
{
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
    MPI_Win_flush_local(0, win);
    MPI_Win_unlock(0, win);
    if (quiet)
        return;
    printf("%d reported\n", rank);
}

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((MPI_Aint)sizeof(int) * size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    if (rank > 0)
        report(rank, argc < 2, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
