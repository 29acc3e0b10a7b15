/*
 * The settings stand in a structure with a name, which is copied from the line, too.
 * Rank 0 puts into cell n and into cell m of its own window.
 *
 * In a run with the same number for both the second put writes the cell of the first one before that is complete (MPI 4.1, 12.7).
 */
//@ expect: error RMA203 A B
//@ twin: settings_with_name_kept_apart.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 100

static struct {
    int n, m;
    double tolerance;
    char name[32];
} settings = {10, 4, 1e-6, ""};

static int parse(int argc, char **argv)
{
    int i;

    for (i = 1; i < argc; i++) {
        if (i + 1 == argc)
            return -1;
        if (strcmp(argv[i], "-n") == 0)
            settings.n = atoi(argv[++i]);
        else if (strcmp(argv[i], "-m") == 0)
            settings.m = atoi(argv[++i]);
        else if (strcmp(argv[i], "--name") == 0)
            strncpy(settings.name, argv[++i], sizeof settings.name - 1);
        else
            return -1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    MPI_Win win;
    double *mem, x = 1.0;
    int rank, n = 10, m = 4;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (parse(argc, argv) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    n = settings.n;
    m = settings.m;
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
