/*
 * Rank 0 reads the options into a structure and tells the others with a broadcast of its bytes.
 * Rank 0 puts into cell n and into cell m of its own window.
 *
 * In a run with the same number for both the second put writes the cell of the first one before that is complete (MPI 4.1, 12.7).
 */
//@ expect: error RMA203 A B
//@ twin: broadcast_structure_kept_apart.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 100

struct options {
    int n, m;
    double tolerance;
    char name[16];
};

static void parse(struct options *o, int argc, char **argv)
{
    int i;

    o->n = 10;
    o->m = 4;
    o->tolerance = 1e-3;
    o->name[0] = 0;
    for (i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "-n") == 0)
            o->n = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "-m") == 0)
            o->m = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--name") == 0)
            strncpy(o->name, argv[i + 1], sizeof o->name - 1);
    }
}

int main(int argc, char **argv)
{
    MPI_Win win;
    double *mem, x = 1.0;
    int rank, n = 10, m = 4;
    struct options o;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        parse(&o, argc, argv);
    MPI_Bcast(&o, sizeof o, MPI_BYTE, 0, MPI_COMM_WORLD);
    n = o.n;
    m = o.m;
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
