#include "tile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

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

/* One half wave in both directions: zero on all sides of the plate, and an eigenvector of the average. */
static double wave(const struct Tile *tile, const struct Place *place, int row, int col)
{
    int all_rows = place->dims[0] * tile->rows, all_cols = place->dims[1] * tile->cols;

    return sin(PI * (place->coords[0] * tile->rows + row) / (all_rows + 1)) *
           sin(PI * (place->coords[1] * tile->cols + col) / (all_cols + 1));
}

void tile_set_initial(struct Tile *tile, const struct Place *place)
{
    memset(tile->field, 0, points(tile) * sizeof *tile->field);
    for (int row = 1; row <= tile->rows; row++)
        for (int col = 1; col <= tile->cols; col++)
            tile->field[at(tile, row, col)] = wave(tile, place, row, col);
}

double tile_error(const struct Tile *tile, const struct Place *place, int steps)
{
    double down = cos(PI / (place->dims[0] * tile->rows + 1)), across = cos(PI / (place->dims[1] * tile->cols + 1));
    double decay = pow(0.5 * (down + across), steps), largest = 0.0;

    for (int row = 1; row <= tile->rows; row++)
        for (int col = 1; col <= tile->cols; col++) {
            double exact = decay * wave(tile, place, row, col);

            largest = fmax(largest, fabs(tile->field[at(tile, row, col)] - exact));
        }
    return largest;
}

void tile_accept_next(struct Tile *tile)
{
    for (int row = 1; row <= tile->rows; row++)
        memcpy(&tile->field[at(tile, row, 1)], &tile->next[at(tile, row, 1)], (size_t)tile->cols * sizeof(double));
}
