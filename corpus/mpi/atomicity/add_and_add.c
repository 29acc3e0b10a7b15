/*
 * A table of scores at rank 0: each process adds to its own entry and to the common entry 0.
 *
 * Rank 0 adds like the others: one operation (MPI 4.1, 12.2.1, 12.7.1).
 */
//@ expect: none
//@ twin: replace_and_add.c
#include <mpi.h>
#include <stdio.h>

static void score(int entry, int points, MPI_Op op, MPI_Win win)
{
    MPI_Accumulate(&points, 1, MPI_INT, 0, entry, 1, MPI_INT, op, win);
    MPI_Win_flush_local(0, win);
}

int main(int argc, char **argv)
{
    int rank, size, *table;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((MPI_Aint)sizeof(int) * (size + 1), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &table, &win);
    for (int i = 0; i <= size; i++)
        table[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    score(1 + rank, 10, MPI_SUM, win);
    score(0, 1, MPI_SUM, win);
    MPI_Win_unlock(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", table[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
