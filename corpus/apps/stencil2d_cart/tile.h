/* One rank's tile of a rectangular field with a ring of ghost points, stored by rows. */
#ifndef STENCIL2D_TILE_H
#define STENCIL2D_TILE_H

#include <mpi.h>

#define OK(call)                                     \
    do {                                             \
        int code_ = (call);                          \
        if (code_ != MPI_SUCCESS)                    \
            fatal(__FILE__, __LINE__, #call, code_); \
    } while (0)

_Noreturn void fatal(const char *file, int line, const char *what, int code);

enum Side { NORTH, SOUTH, WEST, EAST, SIDES };

struct Tile {
    int rows, cols;   /* inner points; the same on all ranks */
    int pitch;        /* cols + 2: distance of two points above each other */
    double *field;    /* window memory, (rows + 2) * pitch */
    double *next;     /* private, same shape */
};

/* The tile's place in the grid of tiles. */
struct Place {
    int dims[2], coords[2];
};

/* How the edges travel. */
struct Exchange {
    MPI_Comm cart;
    MPI_Win win;
    int neighbour[SIDES];
    MPI_Datatype edge[SIDES];   /* a row or a column of inner points */
    MPI_Aint source[SIDES];     /* index of the first inner point of each edge */
    MPI_Aint ghost[SIDES];      /* index of the first ghost point on each side */
};

static inline MPI_Aint at(const struct Tile *tile, int row, int col)
{
    return (MPI_Aint)row * tile->pitch + col;
}

/* tile.c; collective where it takes a communicator */
void tile_create(struct Tile *tile, struct Exchange *exchange, int rows, int cols, MPI_Comm cart);
void tile_destroy(struct Tile *tile, struct Exchange *exchange);
void tile_set_initial(struct Tile *tile, const struct Place *place);
double tile_error(const struct Tile *tile, const struct Place *place, int steps); /* from the exact discrete solution */
void tile_accept_next(struct Tile *tile);

/* relax_*.c: writes next, reads field; returns the largest change */
double relax_inner(struct Tile *tile);
double relax_rim(struct Tile *tile);

/* exchange_*.c: between the two calls the neighbours write the ghost points */
void exchange_begin(const struct Exchange *exchange, const struct Tile *tile);
void exchange_end(const struct Exchange *exchange);

#endif
