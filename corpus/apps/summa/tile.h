/* Square tiles of a matrix that is distributed over a q x q grid of ranks, row by row. */
#ifndef TILE_H
#define TILE_H

#include <mpi.h>

struct Tiles {
    int q;        /* ranks in each direction */
    int n;        /* rows and columns of a tile */
    MPI_Win win;
    double *own;  /* n x n, window memory */
};

void tiles_create(struct Tiles *t, int q, int n, MPI_Comm comm);
void tiles_free(struct Tiles *t);
/* Starts to fetch the tile at (row, col) of the grid. */
void tiles_get(const struct Tiles *t, int row, int col, double *into);
/* c += a b for single tiles. */
void tile_multiply(int n, const double *a, const double *b, double *c);
void tile_set(int n, double *tile, double diagonal, double rest);

#endif
