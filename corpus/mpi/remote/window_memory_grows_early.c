/*
 * Rank 0 adds to a counter of every other process; each process then needs more room behind its counters.
 *
 * A process that reallocates does not wait for rank 0: the accumulate may come when the old memory is gone. The memory of a window
 * must last until MPI_Win_free has returned (MPI 4.1, 12.2.5). From 2 processes on.
 */
//@ expect: error RMA402 A B
//@ twin: window_memory_grows_late.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *counters = calloc(8, sizeof *counters);
    MPI_Win_create(counters, 8 * sizeof *counters, sizeof *counters, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        for (int to = 1; to < size; to++)
            MPI_Accumulate(&one, 1, MPI_INT, to, 2, 1, MPI_INT, MPI_SUM, win); //@ A
        MPI_Win_flush_all(win);
    }
    MPI_Win_unlock_all(win);

    if (rank > 0)
        counters = realloc(counters, 64 * sizeof *counters); //@ B
    MPI_Win_free(&win);
    printf("%d\n", counters[2]);
    free(counters);
    MPI_Finalize();
    return 0;
}
