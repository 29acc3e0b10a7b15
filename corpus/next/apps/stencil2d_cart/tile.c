#include "tile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void fatal(const char *file, int line, const char *what, int code)
{
    fprintf(stderr, "%s:%d: %s (code %d)\n", file, line, what, code);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    abort();
}

static size_t points(const struct Tile *tile)
{
    return (size_t)(tile->rows + 2) * (size_t)tile->pitch;
}

static void describe_edges(struct Exchange *exchange, const struct Tile *tile)
{
    MPI_Datatype row, column;

    OK(MPI_Type_contiguous(tile->cols, MPI_DOUBLE, &row));
    OK(MPI_Type_vector(tile->rows, 1, tile->pitch, MPI_DOUBLE, &column));
    OK(MPI_Type_commit(&row));
    OK(MPI_Type_commit(&column));
    exchange->edge[NORTH] = exchange->edge[SOUTH] = row;
    exchange->edge[WEST] = exchange->edge[EAST] = column;

    exchange->source[NORTH] = at(tile, 1, 1);
    exchange->source[SOUTH] = at(tile, tile->rows, 1);
    exchange->source[WEST] = at(tile, 1, 1);
    exchange->source[EAST] = at(tile, 1, tile->cols);
    exchange->ghost[NORTH] = at(tile, 0, 1);
    exchange->ghost[SOUTH] = at(tile, tile->rows + 1, 1);
    exchange->ghost[WEST] = at(tile, 1, 0);
    exchange->ghost[EAST] = at(tile, 1, tile->cols + 1);
}

void tile_create(struct Tile *tile, struct Exchange *exchange, int rows, int cols, MPI_Comm cart)
{
    MPI_Aint bytes;

    tile->rows = rows;
    tile->cols = cols;
    tile->pitch = cols + 2;
    bytes = (MPI_Aint)(points(tile) * sizeof(double));
    OK(MPI_Win_allocate(bytes, (int)sizeof(double), MPI_INFO_NULL, cart, &tile->field, &exchange->win));
    tile->next = calloc(points(tile), sizeof *tile->next);
    if (tile->next == NULL)
        fatal(__FILE__, __LINE__, "no memory for the next field", MPI_ERR_NO_MEM);

    exchange->cart = cart;
    OK(MPI_Cart_shift(cart, 0, 1, &exchange->neighbour[NORTH], &exchange->neighbour[SOUTH]));
    OK(MPI_Cart_shift(cart, 1, 1, &exchange->neighbour[WEST], &exchange->neighbour[EAST]));
    describe_edges(exchange, tile);
}

void tile_destroy(struct Tile *tile, struct Exchange *exchange)
{
    OK(MPI_Type_free(&exchange->edge[NORTH]));
    OK(MPI_Type_free(&exchange->edge[WEST]));
    OK(MPI_Win_free(&exchange->win));
    free(tile->next);
    tile->field = tile->next = NULL;
}

/* A plate with one hot side, the northern one; the other three are kept cold. */
void tile_set_initial(struct Tile *tile, const int coords[2], const int dims[2])
{
    memset(tile->field, 0, points(tile) * sizeof *tile->field);
    if (coords[0] == 0)
        for (int col = 0; col < tile->pitch; col++) {
            double x = (double)(coords[1] * tile->cols + col) / (dims[1] * tile->cols + 1);

            tile->field[at(tile, 0, col)] = sin(3.14159265358979323846 * x);
        }
}

void tile_accept_next(struct Tile *tile)
{
    for (int row = 1; row <= tile->rows; row++)
        memcpy(&tile->field[at(tile, row, 1)], &tile->next[at(tile, row, 1)], (size_t)tile->cols * sizeof(double));
}
