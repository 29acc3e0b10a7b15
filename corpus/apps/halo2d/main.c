/*
 * Heat conduction on the unit square with cold walls, explicit Euler in time, five-point stencil in space. The square
 * is cut into tiles, one per rank; the borders travel by MPI_Put while the inner points are computed.
 */
#include "exchange.h"
#include "grid.h"
#include "options.h"
#include "util.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct Result {
    int steps;
    double change;  /* largest change of a point in the last step, over all ranks */
    double seconds; /* of the slowest rank */
};

static struct Result solve(struct Grid *grid, struct Exchange *exchange, const struct Options *options)
{
    struct Result result = {.steps = 0, .change = HUGE_VAL, .seconds = 0.0};
    double start, elapsed;

    MPI_CHECK(MPI_Barrier(exchange->comm));
    start = MPI_Wtime();
    while (result.steps < options->max_steps && result.change > options->tolerance) {
        double inner, border, largest;

        exchange_begin(exchange, grid);
        inner = grid_step_interior(grid, options->diffusion);
        exchange_end(exchange, grid);
        border = grid_step_border(grid, options->diffusion);
        grid_swap(grid);

        /* Also the order that the next exchange needs: everyone has unpacked before anyone sends again. */
        largest = fmax(inner, border);
        MPI_CHECK(MPI_Allreduce(&largest, &result.change, 1, MPI_DOUBLE, MPI_MAX, exchange->comm));
        result.steps++;
    }
    elapsed = MPI_Wtime() - start;
    MPI_CHECK(MPI_Allreduce(&elapsed, &result.seconds, 1, MPI_DOUBLE, MPI_MAX, exchange->comm));
    return result;
}

/* Prints the summary on rank 0; returns whether the field agrees with the exact discrete solution. */
static int report(const struct Grid *grid, const struct Options *options, const struct Result *result, MPI_Comm comm)
{
    double own = grid_error(grid, options->diffusion, result->steps), error = 0.0;
    int rank, size, passed;

    MPI_CHECK(MPI_Comm_rank(comm, &rank));
    MPI_CHECK(MPI_Comm_size(comm, &size));
    MPI_CHECK(MPI_Allreduce(&own, &error, 1, MPI_DOUBLE, MPI_MAX, comm));
    passed = error < 1e-10;
    if (rank == 0) {
        double updates = (double)options->points * options->points * result->steps;

        printf("halo2d: %d ranks, %d x %d points, %d steps, last change %.3e\n", size, options->points,
               options->points, result->steps, result->change);
        printf("time %.4f s, %.1f Mupdates/s, error %.3e: %s\n", result->seconds,
               result->seconds > 0.0 ? updates / result->seconds * 1e-6 : 0.0, error, passed ? "passed" : "FAILED");
    }
    return passed;
}

int main(int argc, char **argv)
{
    int size, rank, passed, dims[2] = {0, 0}, coords[2];
    const int periodic[2] = {0, 0};
    struct Options options;
    struct Grid grid;
    struct Exchange exchange;
    struct Result result;
    MPI_Comm cart;

    MPI_CHECK(MPI_Init(&argc, &argv));
    options = options_parse(argc, argv);

    MPI_CHECK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    MPI_CHECK(MPI_Dims_create(size, 2, dims));
    if (options.points < dims[0] || options.points < dims[1])
        die("%d points per side are too few for %d x %d ranks", options.points, dims[0], dims[1]);
    MPI_CHECK(MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periodic, 1, &cart));
    MPI_CHECK(MPI_Comm_set_errhandler(cart, MPI_ERRORS_RETURN));
    MPI_CHECK(MPI_Comm_rank(cart, &rank));
    MPI_CHECK(MPI_Cart_coords(cart, rank, 2, coords));

    grid_create(&grid, options.points, dims, coords);
    exchange_create(&exchange, cart, options.points, dims);
    result = solve(&grid, &exchange, &options);
    exchange_destroy(&exchange);

    passed = report(&grid, &options, &result, cart);
    if (options.output != NULL)
        grid_write(&grid, options.output, rank);
    grid_destroy(&grid);
    MPI_CHECK(MPI_Comm_free(&cart));
    MPI_CHECK(MPI_Finalize());
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
