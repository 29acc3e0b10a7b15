/*
 * The temperature of a plate with cold sides by Jacobi iteration. Every rank has a tile of rows x cols points; the
 * plate grows with the number of ranks. Edges travel by MPI_Put between fences while the inner points are computed.
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

int main(int argc, char **argv)
{
    int size, rank, passed;
    const int open[2] = {0, 0};
    struct Run run = {.change = 0.0, .seconds = 0.0};
    double error, largest = 0.0;
    struct Place place = {{0, 0}, {0, 0}};
    struct Tile tile;
    struct Exchange exchange;
    MPI_Comm cart;

    OK(MPI_Init(&argc, &argv));
    run.rows = positive(argc, argv, 1, 48);
    run.cols = positive(argc, argv, 2, 64);
    run.steps = positive(argc, argv, 3, 300);

    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    OK(MPI_Dims_create(size, 2, place.dims));
    OK(MPI_Cart_create(MPI_COMM_WORLD, 2, place.dims, open, 1, &cart));
    OK(MPI_Comm_rank(cart, &rank));
    OK(MPI_Cart_coords(cart, rank, 2, place.coords));

    tile_create(&tile, &exchange, run.rows, run.cols, cart);
    tile_set_initial(&tile, &place);
    iterate(&tile, &exchange, &run);

    error = tile_error(&tile, &place, run.steps);
    OK(MPI_Allreduce(&error, &largest, 1, MPI_DOUBLE, MPI_MAX, cart));
    passed = largest < 1e-10;
    if (rank == 0)
        printf("%d x %d ranks, %d x %d points each, %d steps: change %.3e, error %.2e, %.4f s: %s\n", place.dims[0],
               place.dims[1], run.rows, run.cols, run.steps, run.change, largest, run.seconds,
               passed ? "passed" : "FAILED");

    tile_destroy(&tile, &exchange);
    OK(MPI_Comm_free(&cart));
    OK(MPI_Finalize());
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
