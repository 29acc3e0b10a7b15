#include "tile.h"
#include "check.h"

void tiles_create(struct Tiles *t, int q, int n, MPI_Comm comm)
{
    t->q = q;
    t->n = n;
    CHECK(MPI_Win_allocate((MPI_Aint)n * n * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &t->own,
                           &t->win));
    CHECK(MPI_Win_lock_all(MPI_MODE_NOCHECK, t->win));
}

void tiles_free(struct Tiles *t)
{
    CHECK(MPI_Win_unlock_all(t->win));
    CHECK(MPI_Win_free(&t->win));
}

void tiles_get(const struct Tiles *t, int row, int col, double *into)
{
    int count = t->n * t->n;

    CHECK(MPI_Get(into, count, MPI_DOUBLE, row * t->q + col, 0, count, MPI_DOUBLE, t->win)); //@ GET
}

void tile_multiply(int n, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            double aik = a[i * n + k];

            for (int j = 0; j < n; j++)
                c[i * n + j] += aik * b[k * n + j]; //@ LOAD_B
        }
}

void tile_set(int n, double *tile, double diagonal, double rest)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            tile[i * n + j] = i == j ? diagonal : rest;
}
