/*
 * Rank 0 reads a file into a structure and tells the others with a broadcast of its bytes.
 * Rank 0 puts into cell n and into cell m of its own window.
 *
 * A run with the same number for both ends before the puts: they write different cells.
 */
//@ expect: none
//@ twin: broadcast_file_may_meet.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 100

struct options {
    int n, m;
    double tolerance;
};

static int read_file(struct options *o)
{
    FILE *file = fopen("cells.txt", "r");

    if (file == NULL)
        return -1;
    if (fscanf(file, "%d %d", &o->n, &o->m) != 2) {
        fclose(file);
        return -1;
    }
    fclose(file);
    return 0;
}

int main(int argc, char **argv)
{
    MPI_Win win;
    double *mem, x = 1.0;
    int rank, n = 10, m = 4;
    struct options o;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && read_file(&o) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(&o, sizeof o, MPI_BYTE, 0, MPI_COMM_WORLD);
    n = o.n;
    m = o.m;
    if (n == m)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(CELLS * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(&x, 1, MPI_DOUBLE, 0, n, 1, MPI_DOUBLE, win);
        MPI_Put(&x, 1, MPI_DOUBLE, 0, m, 1, MPI_DOUBLE, win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
