/*
 * A statistics record at rank 0, to which every process adds its counts.
 *
 * All add MPI_LONG (MPI 4.1, 12.7.1).
 */
//@ expect: none
//@ twin: long_and_long_long.c
#include <mpi.h>
#include <stdio.h>

enum { CALLS, BYTES, FIELDS };

int main(int argc, char **argv)
{
    int rank, size;
    long mine[FIELDS] = {1, 4096}, *record;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(FIELDS * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &record, &win);
    record[CALLS] = record[BYTES] = 0;

    MPI_Win_fence(0, win);
    if (rank == 0) {
        long first = 1;
        MPI_Accumulate(&first, 1, MPI_LONG, 0, CALLS, 1, MPI_LONG, MPI_SUM, win);
        MPI_Win_fence(0, win);
    } else {
        MPI_Accumulate(mine, FIELDS, MPI_LONG, 0, CALLS, FIELDS, MPI_LONG, MPI_SUM, win);
        MPI_Win_fence(0, win);
    }
    if (rank == 0)
        printf("%ld calls, %ld bytes\n", record[CALLS], record[BYTES]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
