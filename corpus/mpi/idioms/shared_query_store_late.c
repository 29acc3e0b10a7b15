/*
 * All fetch a table out of the shared-memory segment of rank 0 by MPI_Get; the last rank then changes it
 * directly.
 *
 * A barrier stands between the flushed gets and the store (MPI 4.1, 12.5.4, 6.3).
 */
//@ expect: none
//@ twin: shared_query_store_early.c
#include <mpi.h>
#include <stdio.h>

enum { N = 6 };

int main(int argc, char **argv)
{
    int rank, size, unit, *mine, *table, copy[N];
    MPI_Aint bytes;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    bytes = rank == 0 ? N * (MPI_Aint)sizeof(int) : 0;
    MPI_Win_allocate_shared(bytes, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &table);
    if (rank == 0)
        for (int i = 0; i < N; i++)
            mine[i] = i * i;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    MPI_Get(copy, N, MPI_INT, 0, 0, N, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == size - 1)
        table[N - 1] = copy[0] + copy[N - 1];
    MPI_Win_unlock_all(win);
    printf("%d\n", copy[1]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
