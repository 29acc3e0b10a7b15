/*
 * The steady temperature of a plate by Jacobi iteration. Every rank has a tile of rows x cols points; the plate grows
 * with the number of ranks. Edges travel by MPI_Put between fences while the inner points are computed.
 *
 * usage: stencil2d_cart [rows [cols [steps]]]
 */
#include "tile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct Run {
    int rows, cols, steps;
    double change;  /* largest change in the last step */
    double seconds; /* of the slowest rank */
};

static int positive(int argc, char **argv, int index, int fallback)
{
    int value = argc > index ? atoi(argv[index]) : fallback;

    if (value < 1)
        fatal(__FILE__, __LINE__, "arguments must be positive", MPI_ERR_ARG);
    return value;
}

static void iterate(struct Tile *tile, const struct Exchange *exchange, struct Run *run)
{
    double start = MPI_Wtime(), elapsed, inner, rim, change = 0.0;

    for (int step = 0; step < run->steps; step++) {
        exchange_begin(exchange, tile);
        inner = relax_inner(tile);
        exchange_end(exchange);
        rim = relax_rim(tile);
        tile_accept_next(tile);
        change = fmax(inner, rim);
    }
    elapsed = MPI_Wtime() - start;
    OK(MPI_Allreduce(&change, &run->change, 1, MPI_DOUBLE, MPI_MAX, exchange->cart));
    OK(MPI_Reduce(&elapsed, &run->seconds, 1, MPI_DOUBLE, MPI_MAX, 0, exchange->cart));
}

/* The maximum principle: every inner point stays between the temperatures of the sides. */
static int in_bounds(const struct Tile *tile)
{
    for (int row = 1; row <= tile->rows; row++)
        for (int col = 1; col <= tile->cols; col++) {
            double value = tile->field[at(tile, row, col)];

            if (!(value >= 0.0 && value <= 1.0))
                return 0;
        }
    return 1;
}

int main(int argc, char **argv)
{
    int size, rank, good, all_good = 0, dims[2] = {0, 0}, coords[2];
    const int open[2] = {0, 0};
    struct Run run = {.change = 0.0, .seconds = 0.0};
    struct Tile tile;
    struct Exchange exchange;
    MPI_Comm cart;

    OK(MPI_Init(&argc, &argv));
    run.rows = positive(argc, argv, 1, 48);
    run.cols = positive(argc, argv, 2, 64);
    run.steps = positive(argc, argv, 3, 300);

    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    OK(MPI_Dims_create(size, 2, dims));
    OK(MPI_Cart_create(MPI_COMM_WORLD, 2, dims, open, 1, &cart));
    OK(MPI_Comm_rank(cart, &rank));
    OK(MPI_Cart_coords(cart, rank, 2, coords));

    tile_create(&tile, &exchange, run.rows, run.cols, cart);
    tile_set_initial(&tile, coords, dims);
    iterate(&tile, &exchange, &run);

    good = in_bounds(&tile);
    OK(MPI_Allreduce(&good, &all_good, 1, MPI_INT, MPI_LAND, cart));
    if (rank == 0)
        printf("%d x %d ranks, %d x %d points each, %d steps: change %.3e, %.4f s, %s\n", dims[0], dims[1], run.rows,
               run.cols, run.steps, run.change, run.seconds, all_good ? "passed" : "FAILED");

    tile_destroy(&tile, &exchange);
    OK(MPI_Comm_free(&cart));
    OK(MPI_Finalize());
    return all_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
