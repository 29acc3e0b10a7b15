/*
 * A pipeline: rank 0 makes blocks of values, every rank transforms them in turn, the last rank sums them up. Ranks hand
 * blocks on by MPI_Put between post, start, complete and wait.
 *
 * usage: pscw_pipeline [values in a block [blocks]]
 */
#include "stage.h"
#include "util.h"

#include <stdio.h>
#include <stdlib.h>

static double run(struct Stage *stage, int blocks)
{
    double sum = 0.0;

    if (blocks > 0)
        stage_expose(stage);
    for (int number = 0; number < blocks; number++) {
        if (stage_is_first(stage))
            work_make(stage->block, stage->length, number);
        else
            stage_receive(stage, number, blocks);
        work_apply(stage->block, stage->length, stage->rank);
        if (stage_is_last(stage))
            sum += work_sum(stage->block, stage->length);
        else
            stage_send(stage);
    }
    return sum;
}

/* Prints the summary on rank 0; returns whether the sum is right. */
static int report(const struct Stage *stage, int blocks, double sum, double seconds, MPI_Comm comm)
{
    double expected = work_expected(stage->length, blocks, stage->size), waited = 0.0;
    int passed;

    MPI_TRY(MPI_Bcast(&sum, 1, MPI_DOUBLE, stage->size - 1, comm));
    MPI_TRY(MPI_Reduce(&stage->waited, &waited, 1, MPI_DOUBLE, MPI_MAX, 0, comm));
    passed = sum == expected;
    if (stage->rank == 0)
        printf("pipeline: %d stages, %d blocks of %d: sum %.0f, %.4f s, longest wait %.4f s: %s\n", stage->size, blocks,
               stage->length, sum, seconds, waited, passed ? "passed" : "FAILED");
    return passed;
}

int main(int argc, char **argv)
{
    struct Stage stage;
    double start, sum;
    int length, blocks, passed;

    MPI_TRY(MPI_Init(&argc, &argv));
    length = util_number(argc, argv, 1, 4096, 1);
    blocks = util_number(argc, argv, 2, 100, 0);

    stage_create(&stage, length, MPI_COMM_WORLD);
    start = MPI_Wtime();
    sum = run(&stage, blocks);
    passed = report(&stage, blocks, sum, MPI_Wtime() - start, MPI_COMM_WORLD);

    stage_destroy(&stage);
    MPI_TRY(MPI_Finalize());
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
