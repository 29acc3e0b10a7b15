/* A five-point stencil on a grid that is cut in two dimensions, with halos that are put together with a signal.
 *
 * Each iteration packs the four borders, sends them with shmem_double_put_signal_nbi (the signal is the number of the
 * iteration), updates the inner points meanwhile, waits for the signals of all neighbours, unpacks, and updates the border
 * points. Even and odd iterations use arrival places and signals of their own.
 *
 * Race-free: the data of a put with signal have arrived when the signal is seen (OpenSHMEM 1.5, 9.8 and 9.10), and they are
 * unpacked behind the wait for the signal of this iteration. A neighbour that sends iteration n+2 has seen the signal of n+1 of
 * this PE, which was sent behind the unpacking of n; so the places of n are free, and a signal word never has two
 * updates under way. The source of a nonblocking put may be changed behind shmem_quiet (9.11.2), which stands at the end of
 * each iteration. Iterations are numbered from 1, and the signals are zero from shmem_calloc, which ends with a barrier.
 * The reduction for the residual has a source and a destination of its own; shmem_sync_all before it keeps it from those
 * that still read the result of the time before (9.9).
 *
 * -DRACY: the shmem_quiet at the end of the iteration is left out; the borders are packed into a buffer whose put may be
 * pending. The signals of the neighbours say only that they have received the iteration before.
 */
//@ expect: error RMA101 PUT PACK -- with -DRACY only; none without
#include "stencil.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void usage(const char *program)
{
    fprintf(stderr, "usage: %s [-r rows] [-c cols] [-i iterations] [-e check every] [-t tolerance] [-p PE rows] [-v]\n",
            program);
}

static int parse(int argc, char **argv, Config *config)
{
    config->rows = 24;
    config->cols = 36;
    config->iterations = 4000;
    config->check_every = 100;
    config->tolerance = 1e-10;
    config->pe_rows = 0;
    config->verbose = 0;
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;

        if (strcmp(argv[i], "-v") == 0) {
            config->verbose = 1;
            continue;
        }
        if (argv[i][0] != '-' || value == NULL) {
            return -1;
        }
        switch (argv[i][1]) {
        case 'r':
            config->rows = atoi(value);
            break;
        case 'c':
            config->cols = atoi(value);
            break;
        case 'i':
            config->iterations = atoi(value);
            break;
        case 'e':
            config->check_every = atoi(value);
            break;
        case 't':
            config->tolerance = atof(value);
            break;
        case 'p':
            config->pe_rows = atoi(value);
            break;
        default:
            return -1;
        }
        i++;
    }
    return config->rows > 0 && config->cols > 0 && config->iterations > 0 && config->check_every > 0 ? 0 : -1;
}

static double relax(Part *part, int row_low, int row_high, int col_low, int col_high)
{
    double change = 0.0;

    for (int row = row_low; row < row_high; row++) {
        const double *up = part_at(part->now, part, row - 1, 0);
        const double *mid = part_at(part->now, part, row, 0);
        const double *down = part_at(part->now, part, row + 1, 0);
        double *out = part_at(part->next, part, row, 0);

        for (int col = col_low; col < col_high; col++) {
            const double value = 0.25 * (up[col] + down[col] + mid[col - 1] + mid[col + 1]);

            change += (value - mid[col]) * (value - mid[col]);
            out[col] = value;
        }
    }
    return change;
}

static double relax_inner(Part *part)
{
    return relax(part, 1, part->rows - 1, 1, part->cols - 1);
}

static double relax_border(Part *part)
{
    double change = relax(part, 0, 1, 0, part->cols);

    if (part->rows > 1) {
        change += relax(part, part->rows - 1, part->rows, 0, part->cols);
    }
    change += relax(part, 1, part->rows - 1, 0, 1);
    if (part->cols > 1) {
        change += relax(part, 1, part->rows - 1, part->cols - 1, part->cols);
    }
    return change;
}

static void swap_grids(Part *part)
{
    double *swap = part->now;

    part->now = part->next;
    part->next = swap;
}

static double total(double *sums, double value)
{
    /* All must have read the sum of the time before. */
    shmem_sync_all();
    sums[0] = value;
    REQUIRE(shmem_double_sum_reduce(SHMEM_TEAM_WORLD, &sums[1], &sums[0], 1) == 0);
    return sums[1];
}

static int solve(Part *part, Halo *halo, const Config *config, double *sums, Times *times)
{
    int iteration;

    for (iteration = 1; iteration <= config->iterations; iteration++) {
        double start = wall_time();
        double change;

        halo_send(halo, part, iteration);
        times->exchange += wall_time() - start;

        start = wall_time();
        change = relax_inner(part);
        times->compute += wall_time() - start;

        start = wall_time();
        halo_receive(halo, part, iteration);
        times->exchange += wall_time() - start;

        start = wall_time();
        change += relax_border(part);
        swap_grids(part);
        times->compute += wall_time() - start;

#ifndef RACY
        halo_complete(halo);
#endif
        if (iteration % config->check_every == 0) {
            start = wall_time();
            change = sqrt(total(sums, change));
            times->check += wall_time() - start;
            if (config->verbose && part->me == 0) {
                printf("iteration %d: change %.3e\n", iteration, change);
            }
            if (change < config->tolerance) {
                break;
            }
        }
    }
    return iteration;
}

static double worst_error(Part *part, const Config *config)
{
    double worst = 0.0;

    for (int row = 0; row < part->rows; row++) {
        for (int col = 0; col < part->cols; col++) {
            const double wanted = exact(config, part->first_row + row, part->first_col + col);
            const double error = fabs(*part_at(part->now, part, row, col) - wanted);

            worst = error > worst ? error : worst;
        }
    }
    return worst;
}

int main(int argc, char **argv)
{
    Config config;
    Part part;
    Halo halo;
    Times times = {0.0, 0.0, 0.0};
    double *sums;
    double error;
    double start;
    int iterations;

    shmem_init();
    if (parse(argc, argv, &config) != 0) {
        if (shmem_my_pe() == 0) {
            usage(argv[0]);
        }
        shmem_finalize();
        return 1;
    }
    part_create(&part, &config);
    part_init(&part, &config);
    halo_create(&halo, &part);
    sums = shmem_malloc(2 * sizeof *sums);
    REQUIRE(sums != NULL);

    shmem_barrier_all();
    start = wall_time();
    iterations = solve(&part, &halo, &config, sums, &times);
    shmem_barrier_all();
    start = wall_time() - start;

    error = total(sums, worst_error(&part, &config));
    if (part.me == 0) {
        printf("%d x %d points, %d PEs, %d iterations in %.3f s\n", config.rows, config.cols, part.npes, iterations, start);
        printf("exchange %.3f s, compute %.3f s, check %.3f s\n", times.exchange, times.compute, times.check);
        printf("error %.3e: %s\n", error, error < 1e-6 ? "ok" : "FAILED");
    }

    shmem_free(sums);
    halo_free(&halo);
    part_free(&part);
    shmem_finalize();
    return error < 1e-6 ? 0 : 1;
}
