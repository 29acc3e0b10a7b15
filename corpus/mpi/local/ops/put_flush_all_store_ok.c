// Rank 0 hands out pieces of a vector with puts, then scales the vector in place.
// MPI_Win_flush_all on the puts' window completes them for all targets (MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: put_flush_all_store_race.c
#include <mpi.h>
#include <stdlib.h>
#include <stdio.h>

#define CHUNK 5

static void scale(double *x, int n, double a)
{
    for (int i = 0; i < n; i++)
        x[i] *= a;
}

int main(int argc, char **argv)
{
    int rank, size;
    double *mine, *flags;
    MPI_Win dwin, fwin;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(CHUNK * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &dwin);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &flags, &fwin);
    double *vec = calloc((size_t)size * CHUNK, sizeof *vec);

    MPI_Win_lock_all(0, dwin);
    MPI_Win_lock_all(0, fwin);
    if (rank == 0) {
        for (int r = 0; r < size; r++)
            MPI_Put(&vec[r * CHUNK], CHUNK, MPI_DOUBLE, r, 0, CHUNK, MPI_DOUBLE, dwin);
        MPI_Win_flush_all(dwin);
        scale(vec, size * CHUNK, 0.5);
    }
    MPI_Win_unlock_all(fwin);
    MPI_Win_unlock_all(dwin);

    printf("%g\n", vec[0]);
    MPI_Win_free(&fwin);
    MPI_Win_free(&dwin);
    free(vec);
    MPI_Finalize();
    return 0;
}
