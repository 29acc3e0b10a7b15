/*
 * Particles fly around a circle and are handed to the rank that owns their arc. Which rank sends how many to which is
 * known at run time only; displacements are prefix sums that the receivers compute and send back.
 *
 * usage: irregular [particles per rank [steps [time step]]]
 */
#include "particles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct Totals {
    double count, numbers, misplaced;
};

/* Sums over all ranks; the first two never change, the third is 0. */
static struct Totals take_stock(const struct Swarm *swarm, const struct Migration *migration)
{
    double own[3] = {0.0, 0.0, 0.0}, all[3] = {0.0, 0.0, 0.0};

    own[0] = swarm->count;
    for (int i = 0; i < swarm->count; i++) {
        own[1] += swarm->particles[i].number;
        own[2] += owner_of(swarm->particles[i].where, migration->size) != migration->rank;
    }
    CALL(MPI_Allreduce(own, all, 3, MPI_DOUBLE, MPI_SUM, migration->comm));
    return (struct Totals){all[0], all[1], all[2]};
}

int main(int argc, char **argv)
{
    int count = 500, steps = 40, rank, size, passed;
    double time = 0.01, start, seconds;
    struct Swarm swarm;
    struct Migration migration;
    struct Totals before, after;

    CALL(MPI_Init(&argc, &argv));
    if (argc > 1)
        count = atoi(argv[1]);
    if (argc > 2)
        steps = atoi(argv[2]);
    if (argc > 3)
        time = atof(argv[3]);
    if (count < 1 || count > 1000000 || steps < 0 || !(fabs(time) <= 1.0))
        quit("bad argument", MPI_ERR_ARG);
    CALL(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    CALL(MPI_Comm_size(MPI_COMM_WORLD, &size));

    swarm_create(&swarm, count, rank, size);
    migration_create(&migration, swarm.capacity, MPI_COMM_WORLD);
    before = take_stock(&swarm, &migration);
    start = MPI_Wtime();
    for (int step = 0; step < steps; step++) {
        swarm_move(&swarm, time);
        migration_run(&migration, &swarm);
    }
    seconds = MPI_Wtime() - start;
    after = take_stock(&swarm, &migration);

    passed = after.count == before.count && after.numbers == before.numbers && after.misplaced == 0.0;
    if (rank == 0)
        printf("%d ranks, %.0f particles, %d steps, %d here at the end, %.4f s: %s\n", size, after.count, steps,
               swarm.count, seconds, passed ? "passed" : "FAILED");
    migration_destroy(&migration);
    swarm_destroy(&swarm);
    CALL(MPI_Finalize());
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
