/* A histogram whose bins are spread over all PEs, filled by way of a library that collects updates.
 *
 * Each PE makes random samples and pushes an update for the owner of the bin. The library keeps a buffer for each PE; a full
 * one is shipped: places in the inbox of the PE are reserved by an atomic fetch-and-add, and the batch is put there. At the end
 * of a superstep all ship what is left, and each PE goes through its inbox and adds to its bins.
 *
 * Race-free: reserved places are disjoint. The puts are issued on a context of the library, whose shmem_ctx_quiet completes
 * them (OpenSHMEM 1.5, 9.11.2; a barrier completes the default context only, 9.9.1), and the barrier behind it orders them before
 * the loads from the inbox. The number of reserved places is changed by atomics on one context and, between two barriers,
 * read and cleared by its owner; the fetching atomics are complete at return. shmem_ctx_putmem has read its source at return.
 *
 * -DRACY: shmem_ctx_quiet and the barrier are swapped. At the barrier the puts are pending on their context.
 */
//@ expect: warning RMA201 PUT LOAD -- places and counts are fetched numbers; with -DRACY only; none without
#include "aggregate.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    long bins;
    long samples;
    int supersteps;
    long batch;
    uint64_t seed;
} Options;

typedef struct {
    long first;
    long count;
    uint64_t *bins;
    long wrong;
} Histogram;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int parse(int argc, char **argv, Options *options)
{
    options->bins = 1000;
    options->samples = 20000;
    options->supersteps = 4;
    options->batch = 128;
    options->seed = 99;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--bins") == 0) {
            options->bins = atol(argv[i + 1]);
        } else if (strcmp(argv[i], "--samples") == 0) {
            options->samples = atol(argv[i + 1]);
        } else if (strcmp(argv[i], "--supersteps") == 0) {
            options->supersteps = atoi(argv[i + 1]);
        } else if (strcmp(argv[i], "--batch") == 0) {
            options->batch = atol(argv[i + 1]);
        } else if (strcmp(argv[i], "--seed") == 0) {
            options->seed = strtoull(argv[i + 1], NULL, 10);
        } else {
            return -1;
        }
    }
    return argc % 2 == 1 && options->bins > 0 && options->samples > 0 && options->batch > 0 ? 0 : -1;
}

static uint64_t next_random(uint64_t *state)
{
    uint64_t x = *state;

    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    *state = x;
    return x;
}

/* Roughly a triangle. */
static long sample(uint64_t *state, long bins)
{
    const long a = (long)(next_random(state) % (uint64_t)bins);
    const long b = (long)(next_random(state) % (uint64_t)bins);

    return (a + b) / 2;
}

static uint64_t start_state(const Options *options, int pe, int superstep)
{
    return options->seed * 1000003u + (uint64_t)pe * 8191u + (uint64_t)superstep * 131u + 1u;
}

static void add_to_bin(void *context, const Update *update)
{
    Histogram *histogram = context;

    if ((long)update->index >= histogram->count) {
        histogram->wrong++;
        return;
    }
    histogram->bins[update->index] += update->weight;
}

static void fill(Aggregator *aggregator, const Options *options, long block, int superstep)
{
    uint64_t state = start_state(options, aggregator->me, superstep);

    for (long i = 0; i < options->samples; i++) {
        const long bin = sample(&state, options->bins);

        aggregator_push(aggregator, (int)(bin / block), (uint32_t)(bin % block), 1 + (uint32_t)(i & 1));
    }
}

/* Each PE makes the samples of all once more and keeps its own bins. */
static long verify(const Histogram *histogram, const Options *options, int npes)
{
    uint64_t *wanted = calloc((size_t)histogram->count + 1, sizeof *wanted);
    long errors = histogram->wrong;

    if (wanted == NULL) {
        shmem_global_exit(2);
    }
    for (int pe = 0; pe < npes; pe++) {
        for (int superstep = 0; superstep < options->supersteps; superstep++) {
            uint64_t state = start_state(options, pe, superstep);

            for (long i = 0; i < options->samples; i++) {
                const long bin = sample(&state, options->bins) - histogram->first;

                if (bin >= 0 && bin < histogram->count) {
                    wanted[bin] += 1 + (uint64_t)(i & 1);
                }
            }
        }
    }
    for (long i = 0; i < histogram->count; i++) {
        errors += histogram->bins[i] != wanted[i];
    }
    free(wanted);
    return errors;
}

int main(int argc, char **argv)
{
    Options options;
    Histogram histogram;
    Aggregator aggregator;
    long block;
    long *sums;
    double seconds = 0.0;
    long failed;

    shmem_init();
    if (parse(argc, argv, &options) != 0) {
        fprintf(stderr, "usage: %s [--bins n] [--samples n] [--supersteps n] [--batch n] [--seed n]\n", argv[0]);
        shmem_global_exit(1);
    }
    block = (options.bins + shmem_n_pes() - 1) / shmem_n_pes();
    histogram.first = block * shmem_my_pe();
    histogram.count = options.bins - histogram.first;
    if (histogram.count > block) {
        histogram.count = block;
    }
    if (histogram.count < 0) {
        histogram.count = 0;
    }
    histogram.wrong = 0;
    histogram.bins = calloc((size_t)block, sizeof *histogram.bins);
    sums = shmem_malloc(4 * sizeof *sums);
    if (histogram.bins == NULL || sums == NULL ||
        aggregator_create(&aggregator, options.batch, options.samples * shmem_n_pes(), add_to_bin, &histogram) != 0) {
        fprintf(stderr, "PE %d: out of memory\n", shmem_my_pe());
        shmem_global_exit(2);
    }

    for (int superstep = 0; superstep < options.supersteps; superstep++) {
        const double start = now();

        fill(&aggregator, &options, block, superstep);
        aggregator_finish(&aggregator);
        seconds += now() - start;
    }

    sums[0] = verify(&histogram, &options, aggregator.npes);
    sums[1] = aggregator.batches;
    if (shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &sums[2], &sums[0], 2) != 0) {
        shmem_global_exit(4);
    }
    failed = sums[2];
    if (aggregator.me == 0) {
        printf("%ld samples on %d PEs in %.3f s, %ld batches\n", options.samples * options.supersteps * aggregator.npes,
               aggregator.npes, seconds, sums[3]);
        printf("%ld bins are wrong: %s\n", failed, failed == 0 ? "ok" : "FAILED");
    }

    aggregator_destroy(&aggregator);
    shmem_free(sums);
    free(histogram.bins);
    shmem_finalize();
    return failed != 0;
}
