/* A parallel sort of integers: keys go to the PE whose range they fall into, and are counted there.
 *
 * Each iteration makes keys, counts them by bucket, sums the counts over all PEs, and deals the buckets out to the PEs so that each
 * gets about the same number of keys. Then each PE sorts its keys by destination, reserves places in the landing area of
 * each destination with an atomic fetch-and-add, and puts them there. Behind a barrier the keys that have come are sorted by counting,
 * and checked: order, range, sums, and the last key of the PE before.
 *
 * Race-free: the cursor of the landing area is cleared by its owner before a barrier and changed by fetching atomics of one
 * type behind it, until the next one; places drawn from it are disjoint. The puts are completed by shmem_barrier_all
 * (OpenSHMEM 1.5, 9.9.1), behind which the owner loads. The landing area is put to again behind the first barrier of the next
 * iteration, the bucket counts and the largest key are written by their owner and read by others with barriers between.
 * Reductions have sources and destinations of their own, and a barrier lies between two uses of each.
 *
 * -DRACY: the barrier behind the clearing of the cursor is left out, so another PE may draw places before, and the store
 * meets its fetch-and-add. The iteration before has ended with reductions over all, so nothing else can meet.
 */
//@ expect: warning RMA301 CLEAR DRAW -- how many keys go where follows from a reduction; with -DRACY only; none without
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BUCKETS = 256 };

typedef struct {
    long keys; /* of each PE, at the start */
    int bits;
    int iterations;
    uint64_t seed;
    int verbose;
} Options;

typedef struct {
    int me;
    int npes;
    long capacity;
    uint32_t *keys;    /* made here */
    uint32_t *sorted;  /* by destination */
    uint32_t *landing; /* symmetric: keys that have come */
    long *cursor;      /* symmetric: how many places are given away */
    long *counts;      /* symmetric: [BUCKETS], keys made here */
    long *totals;      /* symmetric: [BUCKETS], of all */
    uint64_t *sums;    /* symmetric: [4], two sources and two destinations */
    uint32_t *largest; /* symmetric: the largest key of this PE */
    int *owner;        /* [BUCKETS] */
    long *start;       /* [npes + 1], in sorted */
} Sorter;

typedef struct {
    double make;
    double plan;
    double send;
    double sort;
    double check;
} Times;

static void stop(const char *what)
{
    fprintf(stderr, "PE %d: %s\n", shmem_my_pe(), what);
    shmem_global_exit(1);
}

static double tick(double *since)
{
    struct timespec time;
    double now;
    double passed;

    clock_gettime(CLOCK_MONOTONIC, &time);
    now = (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
    passed = now - *since;
    *since = now;
    return passed;
}

static void *must(void *memory)
{
    if (memory == NULL) {
        stop("out of memory");
    }
    return memory;
}

static void sorter_create(Sorter *sorter, const Options *options)
{
    sorter->me = shmem_my_pe();
    sorter->npes = shmem_n_pes();
    sorter->capacity = 4 * options->keys + 4096;
    sorter->keys = must(malloc((size_t)options->keys * sizeof(uint32_t)));
    sorter->sorted = must(malloc((size_t)options->keys * sizeof(uint32_t)));
    sorter->owner = must(malloc(BUCKETS * sizeof(int)));
    sorter->start = must(malloc(((size_t)sorter->npes + 1) * sizeof(long)));
    sorter->landing = must(shmem_malloc((size_t)sorter->capacity * sizeof(uint32_t)));
    sorter->cursor = must(shmem_malloc(sizeof(long)));
    sorter->counts = must(shmem_malloc(BUCKETS * sizeof(long)));
    sorter->totals = must(shmem_malloc(BUCKETS * sizeof(long)));
    sorter->sums = must(shmem_malloc(4 * sizeof(uint64_t)));
    sorter->largest = must(shmem_malloc(sizeof(uint32_t)));
}

static void sorter_destroy(Sorter *sorter)
{
    shmem_free(sorter->largest);
    shmem_free(sorter->sums);
    shmem_free(sorter->totals);
    shmem_free(sorter->counts);
    shmem_free(sorter->cursor);
    shmem_free(sorter->landing);
    free(sorter->start);
    free(sorter->owner);
    free(sorter->sorted);
    free(sorter->keys);
}

static uint32_t make_key(uint64_t *state, int bits)
{
    uint64_t sum = 0;

    /* The sum of four numbers: the middle of the range is more frequent than its ends. */
    for (int i = 0; i < 4; i++) {
        *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        sum += (*state >> 33) & ((UINT64_C(1) << (bits - 2)) - 1);
    }
    return (uint32_t)sum;
}

static int bucket_of(uint32_t key, int bits)
{
    return (int)((uint64_t)key * BUCKETS >> bits);
}

static void make_keys(Sorter *sorter, const Options *options, int iteration)
{
    uint64_t state = options->seed + (uint64_t)(iteration * 65537 + sorter->me * 7919);

    memset(sorter->counts, 0, BUCKETS * sizeof(long));
    for (long i = 0; i < options->keys; i++) {
        sorter->keys[i] = make_key(&state, options->bits);
        sorter->counts[bucket_of(sorter->keys[i], options->bits)]++;
    }
}

/* Deals the buckets out, and says where the keys for each PE begin in the sorted array. */
static void plan(Sorter *sorter, const Options *options)
{
    const long share = (options->keys * sorter->npes + sorter->npes - 1) / sorter->npes;
    long before = 0;

    if (shmem_long_sum_reduce(SHMEM_TEAM_WORLD, sorter->totals, sorter->counts, BUCKETS) != 0) {
        stop("reduction failed");
    }
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
        int owner = (int)((before + sorter->totals[bucket] / 2) / share);

        if (owner >= sorter->npes) {
            owner = sorter->npes - 1;
        }
        sorter->owner[bucket] = owner;
        before += sorter->totals[bucket];
    }
    memset(sorter->start, 0, ((size_t)sorter->npes + 1) * sizeof(long));
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
        sorter->start[sorter->owner[bucket] + 1] += sorter->counts[bucket];
    }
    for (int pe = 0; pe < sorter->npes; pe++) {
        sorter->start[pe + 1] += sorter->start[pe];
    }
}

static void sort_by_owner(Sorter *sorter, const Options *options)
{
    long *next = must(malloc((size_t)sorter->npes * sizeof *next));

    memcpy(next, sorter->start, (size_t)sorter->npes * sizeof *next);
    for (long i = 0; i < options->keys; i++) {
        const uint32_t key = sorter->keys[i];

        sorter->sorted[next[sorter->owner[bucket_of(key, options->bits)]]++] = key;
    }
    free(next);
}

static void send_keys(Sorter *sorter)
{
    for (int step = 0; step < sorter->npes; step++) {
        const int to = (sorter->me + step) % sorter->npes;
        const long count = sorter->start[to + 1] - sorter->start[to];
        long place;

        if (count == 0) {
            continue;
        }
        place = shmem_long_atomic_fetch_add(sorter->cursor, count, to); //@ DRAW
        if (place + count > sorter->capacity) {
            stop("landing area is too small");
        }
        shmem_uint32_put(&sorter->landing[place], &sorter->sorted[sorter->start[to]], (size_t)count, to);
    }
}

/* Sorts what has come, by counting within the range of the own buckets. */
static long sort_landing(Sorter *sorter, const Options *options)
{
    const long count = *sorter->cursor;
    const uint32_t range = (uint32_t)1 << options->bits;
    uint32_t low = range;
    uint32_t high = 0;
    long *tally;
    long place = 0;

    for (long i = 0; i < count; i++) {
        const uint32_t key = sorter->landing[i];

        low = key < low ? key : low;
        high = key > high ? key : high;
    }
    if (count > 0) {
        tally = must(calloc((size_t)(high - low) + 1, sizeof *tally));
        for (long i = 0; i < count; i++) {
            tally[sorter->landing[i] - low]++;
        }
        for (uint32_t key = low; key <= high; key++) {
            for (long i = 0; i < tally[key - low]; i++) {
                sorter->landing[place++] = key;
            }
        }
        free(tally);
    }
    return count;
}

static uint64_t sum_over_all(Sorter *sorter, int slot, uint64_t value)
{
    sorter->sums[slot] = value;
    if (shmem_uint64_sum_reduce(SHMEM_TEAM_WORLD, &sorter->sums[2 + slot], &sorter->sums[slot], 1) != 0) {
        stop("reduction failed");
    }
    return sorter->sums[2 + slot];
}

static uint64_t check(Sorter *sorter, const Options *options, long count)
{
    uint64_t errors = 0;
    uint64_t made = 0;
    uint64_t come = 0;

    for (long i = 0; i < count; i++) {
        errors += sorter->owner[bucket_of(sorter->landing[i], options->bits)] != sorter->me;
        errors += i > 0 && sorter->landing[i - 1] > sorter->landing[i];
        come += sorter->landing[i];
    }
    for (long i = 0; i < options->keys; i++) {
        made += sorter->keys[i];
    }
    *sorter->largest = count > 0 ? sorter->landing[count - 1] : 0;
    shmem_barrier_all();
    if (sorter->me > 0 && count > 0) {
        const uint32_t before = shmem_uint32_g(sorter->largest, sorter->me - 1);

        errors += before > sorter->landing[0];
    }
    /* Differences of unsigned numbers add up to zero in the end. */
    errors = sum_over_all(sorter, 0, errors);
    return errors + (sum_over_all(sorter, 1, made - come) != 0);
}

static int parse(int argc, char **argv, Options *options)
{
    options->keys = 20000;
    options->bits = 16;
    options->iterations = 4;
    options->seed = 31415;
    options->verbose = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0) {
            options->verbose = 1;
        } else if (i + 1 < argc && strcmp(argv[i], "-n") == 0) {
            options->keys = atol(argv[++i]);
        } else if (i + 1 < argc && strcmp(argv[i], "-b") == 0) {
            options->bits = atoi(argv[++i]);
        } else if (i + 1 < argc && strcmp(argv[i], "-i") == 0) {
            options->iterations = atoi(argv[++i]);
        } else if (i + 1 < argc && strcmp(argv[i], "-s") == 0) {
            options->seed = strtoull(argv[++i], NULL, 10);
        } else {
            return -1;
        }
    }
    return options->keys > 0 && options->bits >= 8 && options->bits <= 28 && options->iterations > 0 ? 0 : -1;
}

static void print_times(const Sorter *sorter, const Options *options, const Times *times, uint64_t errors)
{
    const double total = times->make + times->plan + times->send + times->sort + times->check;

    printf("%ld keys on %d PEs, %d iterations: %.4f s\n", options->keys * sorter->npes, sorter->npes, options->iterations, total);
    printf("make %.4f, plan %.4f, send %.4f, sort %.4f, check %.4f s\n", times->make, times->plan, times->send, times->sort,
           times->check);
    printf("%llu errors: %s\n", (unsigned long long)errors, errors == 0 ? "ok" : "FAILED");
}

int main(int argc, char **argv)
{
    Options options;
    Sorter sorter;
    Times times = {0.0, 0.0, 0.0, 0.0, 0.0};
    uint64_t errors = 0;

    shmem_init();
    if (parse(argc, argv, &options) != 0) {
        fprintf(stderr, "usage: %s [-n keys] [-b bits] [-i iterations] [-s seed] [-v]\n", argv[0]);
        shmem_global_exit(1);
    }
    sorter_create(&sorter, &options);

    for (int iteration = 0; iteration < options.iterations; iteration++) {
        double clock = 0.0;
        long count;
        uint64_t wrong;

        (void)tick(&clock);
        make_keys(&sorter, &options, iteration);
        times.make += tick(&clock);
        plan(&sorter, &options);
        sort_by_owner(&sorter, &options);
        times.plan += tick(&clock);

        *sorter.cursor = 0; //@ CLEAR
#ifndef RACY
        shmem_barrier_all();
#endif
        send_keys(&sorter);
        shmem_barrier_all();
        times.send += tick(&clock);

        count = sort_landing(&sorter, &options);
        times.sort += tick(&clock);

        wrong = check(&sorter, &options, count);
        times.check += tick(&clock);
        if (options.verbose) {
            printf("PE %d, iteration %d: %ld keys, %llu errors\n", sorter.me, iteration, count, (unsigned long long)wrong);
        }
        errors += wrong;
    }
    if (sorter.me == 0) {
        print_times(&sorter, &options, &times, errors);
    }
    sorter_destroy(&sorter);
    shmem_finalize();
    return errors != 0;
}
