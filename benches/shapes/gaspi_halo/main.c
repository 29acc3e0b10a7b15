/* Heat on a plane that is cut in two dimensions: halos by notified writes, two grids in turn.
 *
 * Iteration n computes grid (n + 1) % 2 from grid n % 2. Rows of the border are written straight into the frame of the
 * neighbour's grid, columns by way of pieces. The inner points are updated while that is under way, the border points when the
 * notifications of all neighbours have come.
 *
 * Race-free: the notification of gaspi_write_notify says that its data have arrived (GASPI 17.1, 8.3), and frame and pieces are
 * read behind the gaspi_notify_waitsome that returned their number, which is reset at once. Grids, pieces and
 * notifications are those of the parity. A neighbour that sends iteration n+2 has received what this process sent in n+1,
 * and that was sent behind the last read of the frame in n. The border of a grid is stored to in the iteration behind the one in
 * which it is sent, behind gaspi_wait on the queue (8.3.3). The first values are stored before a barrier.
 *
 * -DRACY: the inner update takes in the rows next to the frame, before the notifications of the neighbours have come.
 */
//@ expect: error RMA201 WRITE LOAD -- with -DRACY only; none without
#include "halo.h"
#include <math.h>
#include <string.h>

typedef struct {
    int rows;
    int cols;
    int iterations;
    int grid_rows;
    int check_every;
    double factor;
} Options;

static int parse(int argc, char **argv, Options *options)
{
    options->rows = 32;
    options->cols = 48;
    options->iterations = 400;
    options->grid_rows = 0;
    options->check_every = 100;
    options->factor = 0.2;
    for (int i = 1; i < argc; i++) {
        if (i + 1 == argc) {
            return -1;
        }
        if (strcmp(argv[i], "--rows") == 0) {
            options->rows = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--cols") == 0) {
            options->cols = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--iterations") == 0) {
            options->iterations = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--grid-rows") == 0) {
            options->grid_rows = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--check") == 0) {
            options->check_every = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--factor") == 0) {
            options->factor = atof(argv[++i]);
        } else {
            return -1;
        }
    }
    return options->rows >= 3 && options->cols >= 3 && options->iterations > 0 && options->check_every > 0 &&
                   options->grid_rows >= 0 && options->factor > 0.0 && options->factor <= 0.25
               ? 0
               : -1;
}

static double now(void)
{
    gaspi_time_t milliseconds = 0.0;

    GASPI_CHECK(gaspi_time_get(&milliseconds));
    return 1e-3 * milliseconds;
}

static double start_value(const Options *options, const Topology *topology, int row, int col)
{
    const double pi = 3.14159265358979323846;
    const double y = (double)(topology->row * options->rows + row) / (topology->grid_rows * options->rows + 1);
    const double x = (double)(topology->col * options->cols + col) / (topology->grid_cols * options->cols + 1);

    return sin(pi * x) * sin(2.0 * pi * y);
}

static void initialise(const Layout *layout, const Topology *topology, const Options *options)
{
    for (int row = 0; row <= layout->rows + 1; row++) {
        for (int col = 0; col <= layout->cols + 1; col++) {
            *layout_at(layout, 0, row, col) = 0.0;
            *layout_at(layout, 1, row, col) = 0.0;
        }
    }
    for (int row = 1; row <= layout->rows; row++) {
        for (int col = 1; col <= layout->cols; col++) {
            *layout_at(layout, 0, row, col) = start_value(options, topology, row, col);
        }
    }
}

static void update(const Layout *layout, int iteration, double factor, int row_low, int row_high, int col_low, int col_high)
{
    const int which = iteration % 2;

    for (int row = row_low; row <= row_high; row++) {
        const double *old = layout_at(layout, which, row, 0);
        double *fresh = layout_at(layout, 1 - which, row, 0);
        const int pitch = layout->pitch;

        for (int col = col_low; col <= col_high; col++) {
            fresh[col] = old[col] + factor * (old[col - pitch] + old[col + pitch] + old[col - 1] + old[col + 1] - 4.0 * old[col]); //@ LOAD
        }
    }
}

static void update_inner(const Layout *layout, int iteration, double factor)
{
#ifdef RACY
    update(layout, iteration, factor, 1, layout->rows, 2, layout->cols - 1);
#else
    update(layout, iteration, factor, 2, layout->rows - 1, 2, layout->cols - 1);
#endif
}

static void update_border(const Layout *layout, int iteration, double factor)
{
    update(layout, iteration, factor, 1, 1, 1, layout->cols);
    update(layout, iteration, factor, layout->rows, layout->rows, 1, layout->cols);
    update(layout, iteration, factor, 2, layout->rows - 1, 1, 1);
    update(layout, iteration, factor, 2, layout->rows - 1, layout->cols, layout->cols);
}

static double norm(const Layout *layout, int which)
{
    double mine = 0.0;
    double all = 0.0;

    for (int row = 1; row <= layout->rows; row++) {
        for (int col = 1; col <= layout->cols; col++) {
            const double value = *layout_at(layout, which, row, col);

            mine += value * value;
        }
    }
    GASPI_CHECK(gaspi_allreduce(&mine, &all, 1, GASPI_OP_SUM, GASPI_TYPE_DOUBLE, GASPI_GROUP_ALL, GASPI_BLOCK));
    return sqrt(all);
}

/* The start is an eigenvector, so each iteration multiplies it by a number that is known. */
static double eigenvalue(const Options *options, const Topology *topology)
{
    const double pi = 3.14159265358979323846;
    const double x = sin(0.5 * pi / (topology->grid_cols * options->cols + 1));
    const double y = sin(pi / (topology->grid_rows * options->rows + 1));

    return 1.0 - 4.0 * options->factor * (x * x + y * y);
}

static int check(const Layout *layout, const Topology *topology, const Options *options, int iterations)
{
    const double power = pow(eigenvalue(options, topology), iterations);
    const int which = iterations % 2;
    double mine = 0.0;
    double worst = 0.0;

    for (int row = 1; row <= layout->rows; row++) {
        for (int col = 1; col <= layout->cols; col++) {
            const double wanted = power * start_value(options, topology, row, col);
            const double error = fabs(*layout_at(layout, which, row, col) - wanted);

            mine = error > mine ? error : mine;
        }
    }
    GASPI_CHECK(gaspi_allreduce(&mine, &worst, 1, GASPI_OP_MAX, GASPI_TYPE_DOUBLE, GASPI_GROUP_ALL, GASPI_BLOCK));
    if (topology->rank == 0) {
        printf("after %d iterations: norm factor %.6e, error %.3e: %s\n", iterations, power, worst,
               worst < 1e-10 ? "ok" : "FAILED");
    }
    return worst < 1e-10 ? 0 : 1;
}

int main(int argc, char **argv)
{
    Options options;
    Topology topology;
    Layout layout;
    double start;
    double waited = 0.0;
    int failed;

    if (parse(argc, argv, &options) != 0) {
        fprintf(stderr, "usage: %s [--rows n] [--cols n] [--iterations n] [--grid-rows n] [--check n] [--factor f]\n", argv[0]);
        return EXIT_FAILURE;
    }
    GASPI_CHECK(gaspi_proc_init(GASPI_BLOCK));
    topology_create(&topology, options.grid_rows);
    layout_create(&layout, options.rows, options.cols);
    initialise(&layout, &topology, &options);
    GASPI_CHECK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));

    start = now();
    for (int iteration = 0; iteration < options.iterations; iteration++) {
        double before;

        halo_send(&layout, &topology, iteration);
        update_inner(&layout, iteration, options.factor);
        before = now();
        halo_receive(&layout, &topology, iteration);
        waited += now() - before;
        update_border(&layout, iteration, options.factor);
        halo_complete();
        if ((iteration + 1) % options.check_every == 0) {
            const double size = norm(&layout, (iteration + 1) % 2);

            if (topology.rank == 0) {
                printf("iteration %d: norm %.6e\n", iteration + 1, size);
            }
        }
    }
    start = now() - start;

    failed = check(&layout, &topology, &options, options.iterations);
    if (topology.rank == 0) {
        printf("%d x %d processes, %d iterations in %.3f s, %.3f s of it waiting\n", topology.grid_rows, topology.grid_cols,
               options.iterations, start, waited);
    }
    GASPI_CHECK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    layout_free(&layout);
    GASPI_CHECK(gaspi_proc_term(GASPI_BLOCK));
    return failed;
}
