/*
 * Each process adds what it has collected for each process to the table of that process, and flushes those targets for which it has
 * collected anything.
 *
 * The flushes stand in the epoch of lock_all (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: flushed_where_used_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { EVENTS = 6 };

int main(int argc, char **argv)
{
    int rank, size;
    unsigned seed;
    long *collected, *table;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    collected = calloc(size, sizeof *collected);
    seed = rank + 1;
    for (int i = 0; i < EVENTS; i++) {
        seed = seed * 1103515245u + 12345u;
        collected[(seed >> 8) % size] += i + 1;
    }
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &table, &win);
    *table = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int t = 0; t < size; t++)
        if (collected[t] != 0)
            MPI_Accumulate(&collected[t], 1, MPI_LONG, t, 0, 1, MPI_LONG, MPI_SUM, win);
    for (int t = 0; t < size; t++)
        if (collected[t] != 0)
            MPI_Win_flush(t, win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%ld\n", *table);
    MPI_Win_free(&win);
    free(collected);
    MPI_Finalize();
    return 0;
}
