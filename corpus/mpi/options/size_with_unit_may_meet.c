/*
 * A number on the line may have a unit, which the program multiplies it with.
 * Rank 0 puts into cell n and into cell m of its own window.
 *
 * In a run with the same number for both the second put writes the cell of the first one before that is complete (MPI 4.1, 12.7).
 */
//@ expect: error RMA203 A B
//@ twin: size_with_unit_kept_apart.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 100

static long size_of(const char *text)
{
    char *end;
    long value = strtol(text, &end, 10);

    switch (*end) {
    case 'k':
        return value * 1024;
    case 'M':
        return value * 1024 * 1024;
    }
    return value;
}

int main(int argc, char **argv)
{
    MPI_Win win;
    double *mem, x = 1.0;
    int rank, n = 10, m = 4;
    int i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "-n") == 0)
            n = size_of(argv[i + 1]);
        else if (strcmp(argv[i], "-m") == 0)
            m = size_of(argv[i + 1]);
    }
    if (n < 0 || n >= CELLS || m < 0 || m >= CELLS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(CELLS * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(&x, 1, MPI_DOUBLE, 0, n, 1, MPI_DOUBLE, win); //@ A
        MPI_Put(&x, 1, MPI_DOUBLE, 0, m, 1, MPI_DOUBLE, win); //@ B
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
