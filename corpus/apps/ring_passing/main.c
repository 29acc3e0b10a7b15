/*
 * Bodies on a line, all against all: the places travel around a ring of ranks. Forces cancel in pairs, so their sum
 * over all bodies must vanish.
 *
 * usage: ring_passing [bodies per rank [steps]]
 */
#include "forces.h"
#include "ring.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The forces on the own bodies. After a full turn every block is back at home. */
static int all_forces(struct Ring *ring, const double *places, double *forces, double *travelling)
{
    size_t bytes = (size_t)ring->length * sizeof *places;

    memset(forces, 0, bytes);
    memcpy(travelling, places, bytes);
    for (int turn = 0; turn < ring->size; turn++) {
        forces_add(forces, places, travelling, ring->length);
        ring_pass(ring, travelling);
    }
    return memcmp(travelling, places, bytes) == 0;
}

static int number(int argc, char **argv, int index, int fallback)
{
    int value = index < argc ? atoi(argv[index]) : fallback;

    if (value < 1) {
        fprintf(stderr, "%s: arguments must be positive\n", argv[0]);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    return value;
}

int main(int argc, char **argv)
{
    struct Ring ring;
    double *places, *forces, *travelling;
    double own[2] = {0.0, 0.0}, sum = 0.0, largest = 0.0, start;
    int bodies, steps, home = 1, all_home = 0, passed;

    MPI_OR_EXIT(MPI_Init(&argc, &argv));
    bodies = number(argc, argv, 1, 200);
    steps = number(argc, argv, 2, 10);
    ring_create(&ring, bodies, MPI_COMM_WORLD);
    places = double_array(bodies);
    forces = double_array(bodies);
    travelling = double_array(bodies);
    forces_place(places, bodies, ring.rank);

    start = MPI_Wtime();
    for (int step = 0; step < steps; step++) {
        home = all_forces(&ring, places, forces, travelling) && home;
        own[0] = forces_sum(forces, bodies);
        own[1] = forces_largest(forces, bodies);
        forces_move(places, forces, bodies, 1e-4);
    }

    MPI_OR_EXIT(MPI_Allreduce(&own[0], &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
    MPI_OR_EXIT(MPI_Allreduce(&own[1], &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD));
    MPI_OR_EXIT(MPI_Allreduce(&home, &all_home, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD));
    passed = all_home && fabs(sum) <= 1e-9 * (1.0 + largest) * bodies * ring.size;
    if (ring.rank == 0)
        printf("%d ranks, %d bodies each, %d steps, %.4f s: largest force %.4f, sum %.1e: %s\n", ring.size, bodies,
               steps, MPI_Wtime() - start, largest, sum, passed ? "passed" : "FAILED");

    ring_destroy(&ring);
    free(travelling);
    free(forces);
    free(places);
    MPI_OR_EXIT(MPI_Finalize());
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
