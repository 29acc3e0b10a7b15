/* Allgatherv by notified writes, in two ways, with blocks of different sizes.
 *
 * Round robin: each process writes its block to all others, beginning behind itself, and then waits until the notifications of all
 * blocks have come, in any order. Ring: each passes on to the right what has come from the left in the step before. Both are
 * repeated with new values, checked and timed.
 *
 * Race-free: a block has one place, which its owner alone stores to, and one writer at each other process. It is
 * read, by the program or by the write that passes it on, behind gaspi_notify_waitsome for the notification that came with it
 * (GASPI 17.1, 8.3), whose value is taken by gaspi_notify_reset. New values are stored behind gaspi_wait on all queues (8.3.3)
 * and a barrier, which each process enters when it has checked all blocks; so nobody writes while others read, and no notification
 * is raised again before it was reset.
 *
 * -DRACY: in the rounds of the round robin the barrier stands before the check. A process that is through with it writes its next
 * block while another one still checks.
 */
//@ expect: error RMA201 WRITE CHECK -- with -DRACY only; none without
#include "gather.h"
#include <math.h>
#include <string.h>

typedef struct {
    long base; /* elements of the smallest block */
    long step; /* by how much blocks grow with the rank */
    int rounds;
    int verbose;
} Options;

typedef struct {
    const char *name;
    double fastest;
    double slowest;
    double total;
} Timing;

static int parse(int argc, char **argv, Options *options)
{
    options->base = 100;
    options->step = 37;
    options->rounds = 10;
    options->verbose = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0) {
            options->verbose = 1;
        } else if (strcmp(argv[i], "-b") == 0 && i + 1 < argc) {
            options->base = strtol(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "-s") == 0 && i + 1 < argc) {
            options->step = strtol(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "-r") == 0 && i + 1 < argc) {
            options->rounds = atoi(argv[++i]);
        } else {
            return -1;
        }
    }
    return options->base >= 0 && options->step >= 0 && options->base + options->step > 0 && options->rounds > 0 ? 0 : -1;
}

static double now(void)
{
    gaspi_time_t milliseconds = 0.0;

    TRY(gaspi_time_get(&milliseconds));
    return 1e-3 * milliseconds;
}

static double value_of(int rank, long i, int round)
{
    return 1e6 * rank + (double)i + 0.25 * round;
}

static void fill_own(const Gather *gather, int round)
{
    double *block = gather->data + gather->starts[gather->rank];

    for (long i = 0; i < gather->counts[gather->rank]; i++) {
        block[i] = value_of(gather->rank, i, round);
    }
}

static long check_all(const Gather *gather, int round, int verbose)
{
    long errors = 0;

    for (int p = 0; p < gather->size; p++) {
        const double *block = gather->data + gather->starts[p];

        for (long i = 0; i < gather->counts[p]; i++) {
            if (block[i] != value_of(p, i, round)) { //@ CHECK
                errors++;
            }
        }
        if (verbose && errors > 0) {
            fprintf(stderr, "rank %d: block %d of round %d is wrong\n", gather->rank, p, round);
        }
    }
    return errors;
}

static void timing_start(Timing *timing, const char *name)
{
    timing->name = name;
    timing->fastest = 1e30;
    timing->slowest = 0.0;
    timing->total = 0.0;
}

static void timing_add(Timing *timing, double seconds)
{
    timing->fastest = fmin(timing->fastest, seconds);
    timing->slowest = fmax(timing->slowest, seconds);
    timing->total += seconds;
}

static void timing_print(const Timing *timing, const Gather *gather, int rounds)
{
    const double bytes = (double)gather->total * sizeof(double);
    double mine = timing->total;
    double all = 0.0;

    TRY(gaspi_allreduce(&mine, &all, 1, GASPI_OP_MAX, GASPI_TYPE_DOUBLE, GASPI_GROUP_ALL, GASPI_BLOCK));
    if (gather->rank == 0) {
        printf("%-12s mean %.6f s, fastest %.6f s, slowest %.6f s, %.1f MB/s\n", timing->name, all / rounds, timing->fastest,
               timing->slowest, all > 0.0 ? bytes * rounds / all / 1e6 : 0.0);
    }
}

static long run_round_robin(Gather *gather, const Options *options)
{
    Timing timing;
    long errors = 0;

    timing_start(&timing, "round robin");
    for (int round = 0; round < options->rounds; round++) {
        double start;

        fill_own(gather, round);
        start = now();
        gather_round_robin(gather);
        timing_add(&timing, now() - start);
        gather_wait(gather);
#ifdef RACY
        TRY(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
        errors += check_all(gather, round, options->verbose);
#else
        errors += check_all(gather, round, options->verbose);
        TRY(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
#endif
    }
    timing_print(&timing, gather, options->rounds);
    return errors;
}

static long run_ring(Gather *gather, const Options *options)
{
    Timing timing;
    long errors = 0;

    timing_start(&timing, "ring");
    for (int round = 0; round < options->rounds; round++) {
        double start;

        fill_own(gather, 1000 + round);
        start = now();
        gather_ring(gather);
        timing_add(&timing, now() - start);
        errors += check_all(gather, 1000 + round, options->verbose);
        gather_wait(gather);
        TRY(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    }
    timing_print(&timing, gather, options->rounds);
    return errors;
}

static long *make_counts(const Options *options, int size)
{
    long *counts = malloc((size_t)size * sizeof *counts);

    if (counts == NULL) {
        fail(__FILE__, __LINE__, "out of memory", 0);
    }
    for (int p = 0; p < size; p++) {
        counts[p] = options->base + options->step * (p % 5);
    }
    return counts;
}

int main(int argc, char **argv)
{
    Options options;
    Gather gather;
    gaspi_rank_t size = 0;
    long *counts;
    long errors;
    long all = 0;

    if (parse(argc, argv, &options) != 0) {
        fprintf(stderr, "usage: %s [-b smallest block] [-s step] [-r rounds] [-v]\n", argv[0]);
        return EXIT_FAILURE;
    }
    TRY(gaspi_proc_init(GASPI_BLOCK));
    TRY(gaspi_proc_num(&size));
    counts = make_counts(&options, size);
    gather_create(&gather, 0, counts);
    TRY(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));

    errors = run_round_robin(&gather, &options);
    TRY(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    errors += run_ring(&gather, &options);

    TRY(gaspi_allreduce(&errors, &all, 1, GASPI_OP_SUM, GASPI_TYPE_LONG, GASPI_GROUP_ALL, GASPI_BLOCK));
    if (gather.rank == 0) {
        printf("%d processes, %ld elements, %ld writes of rank 0, %ld errors: %s\n", size, gather.total, gather.writes, all,
               all == 0 ? "ok" : "FAILED");
    }
    gather_destroy(&gather);
    free(counts);
    TRY(gaspi_proc_term(GASPI_BLOCK));
    return all == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
