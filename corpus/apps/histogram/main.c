/*
 * Counts random numbers in a distributed histogram, in rounds of a few batches; prints the median bin.
 *
 * usage: histogram [bins [rounds [batches [values in a batch]]]]
 */
#include "histogram.h"

#include <stdio.h>
#include <stdlib.h>

struct Plan {
    int bins, rounds, batches, values;
};

static int number(int argc, char **argv, int index, int fallback)
{
    int value = argc > index ? atoi(argv[index]) : fallback;

    if (value < 1)
        give_up("an argument is not positive", MPI_ERR_ARG, __FILE__, __LINE__);
    return value;
}

static int median_bin(const int64_t *all, int bins, int64_t total)
{
    int64_t below = 0;

    for (int bin = 0; bin < bins; bin++) {
        below += all[bin];
        if (2 * below >= total)
            return bin;
    }
    return bins - 1;
}

/* Rank 0 fetches the histogram and prints it; returns whether no value was lost. */
static int report(struct Histogram *histogram, const struct Plan *plan, int64_t seen, double seconds)
{
    int64_t expected = (int64_t)histogram->size * plan->rounds * plan->batches * plan->values, fetched = 0;
    int passed = seen == expected, bin;
    int64_t *all;

    if (histogram->rank != 0)
        return passed;
    all = malloc((size_t)plan->bins * sizeof *all);
    if (all == NULL)
        give_up("malloc", MPI_ERR_NO_MEM, __FILE__, __LINE__);
    histogram_fetch(histogram, all);
    for (bin = 0; bin < plan->bins; bin++)
        fetched += all[bin];
    passed = passed && fetched == expected;
    printf("%d ranks, %d bins, %lld values, median in bin %d, %.4f s: %s\n", histogram->size, plan->bins,
           (long long)fetched, median_bin(all, plan->bins, fetched), seconds, passed ? "passed" : "FAILED");
    free(all);
    return passed;
}

int main(int argc, char **argv)
{
    struct Plan plan;
    struct Histogram histogram;
    struct Summary last = {0, 0};
    uint64_t generator;
    int64_t seen = 0, grown = 1;
    double start;
    int passed;

    TRY(MPI_Init(&argc, &argv));
    plan.bins = number(argc, argv, 1, 100);
    plan.rounds = number(argc, argv, 2, 10);
    plan.batches = number(argc, argv, 3, 4);
    plan.values = number(argc, argv, 4, 1000);

    histogram_create(&histogram, plan.bins, MPI_COMM_WORLD);
    generator = 88172645463325252u + (uint64_t)histogram.rank * 7919u;
    start = MPI_Wtime();
    for (int round = 0; round < plan.rounds; round++) {
        struct Summary now;

        for (int batch = 0; batch < plan.batches; batch++)
            histogram_add(&histogram, &generator, plan.values);
        now = histogram_end_round(&histogram);
        grown = grown && now.total >= last.total && now.largest >= last.largest;
        last = now;
    }
    if (!grown)
        fprintf(stderr, "rank %d: counts went down\n", histogram.rank);

    TRY(MPI_Allreduce(&last.total, &seen, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD));
    passed = report(&histogram, &plan, seen, MPI_Wtime() - start) && grown;
    histogram_destroy(&histogram);
    TRY(MPI_Finalize());
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
