/*
 * Heat conduction in a rod: explicit Euler steps, ghost cells by MPI_Put under one MPI_Win_lock_all.
 *
 * usage: heat1d [cells [steps [ratio]]]
 */
#include "check.h"
#include "rod.h"

#include <stdio.h>
#include <stdlib.h>

struct Settings {
    int cells, steps;
    double ratio; /* time step times diffusivity over the square of the cell width */
};

static struct Settings read_settings(int argc, char **argv)
{
    struct Settings settings = {.cells = 1000, .steps = 400, .ratio = 0.25};

    if (argc > 1)
        settings.cells = atoi(argv[1]);
    if (argc > 2)
        settings.steps = atoi(argv[2]);
    if (argc > 3)
        settings.ratio = strtod(argv[3], NULL);
    if (settings.cells < 1 || settings.steps < 0)
        stop("there must be cells, and steps cannot be negative");
    if (!(settings.ratio > 0.0 && settings.ratio <= 0.5))
        stop("the ratio must be positive and at most 0.5");
    return settings;
}

/* Prints the summary on rank 0; returns whether the result is right. */
static int report(const struct Rod *rod, const struct Settings *settings, double seconds)
{
    double own[2], all[2] = {0.0, 0.0};
    int passed;

    own[0] = rod_error(rod, settings->ratio, settings->steps);
    own[1] = seconds;
    CHECK(MPI_Allreduce(own, all, 2, MPI_DOUBLE, MPI_MAX, rod->comm));
    passed = all[0] < 1e-10;
    if (rod->rank == 0)
        printf("heat1d: %d ranks, %d cells, %d steps, %.4f s, error %.2e: %s\n", rod->size, settings->cells,
               settings->steps, all[1], all[0], passed ? "passed" : "FAILED");
    return passed;
}

int main(int argc, char **argv)
{
    struct Settings settings;
    struct Rod rod;
    double start;
    int passed;

    CHECK(MPI_Init(&argc, &argv));
    settings = read_settings(argc, argv);
    rod_create(&rod, settings.cells, MPI_COMM_WORLD);

    start = MPI_Wtime();
    for (int step = 0; step < settings.steps; step++)
        rod_step(&rod, settings.ratio);
    passed = report(&rod, &settings, MPI_Wtime() - start);

    rod_destroy(&rod);
    CHECK(MPI_Finalize());
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
