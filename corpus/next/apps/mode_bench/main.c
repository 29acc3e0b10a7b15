/*
 * Latency and bandwidth of puts and gets in a ring, by way of synchronisation. Every message is checked.
 *
 * usage: mode_bench [-m fence|lock|pscw] [-o put|get] [-n numbers] [-i iterations]
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

static double expected(int rank, int iteration, int index)
{
    return 1000.0 * rank + 10.0 * iteration + index % 7;
}

static void fill(double *numbers, int count, int rank, int iteration)
{
    for (int i = 0; i < count; i++)
        numbers[i] = expected(rank, iteration, i); //@ FILL
}

static int wrong(const double *numbers, int count, int rank, int iteration)
{
    int errors = 0;

    for (int i = 0; i < count; i++)
        errors += numbers[i] != expected(rank, iteration, i); //@ TEST
    return errors;
}

/* Hands `count` numbers to the right neighbour; returns how many that came from the left are wrong. */
static int pass_right(struct Bench *bench, int count, int iteration)
{
    fill(bench->local, count, bench->rank, iteration);
    sync_begin(bench);
    CHECKED(MPI_Put(bench->local, count, MPI_DOUBLE, bench->right, 0, count, MPI_DOUBLE, bench->win)); //@ PUT
    sync_end(bench);
    return wrong(bench->memory, count, bench->left, iteration);
}

/* Offers `count` numbers to the left neighbour; returns how many that were fetched from the right are wrong. */
static int fetch_right(struct Bench *bench, int count, int iteration)
{
    fill(bench->memory, count, bench->rank, iteration);
    sync_begin(bench);
    CHECKED(MPI_Get(bench->local, count, MPI_DOUBLE, bench->right, 0, count, MPI_DOUBLE, bench->win)); //@ GET
    sync_end(bench);
    return wrong(bench->local, count, bench->right, iteration);
}

/* One length; returns the number of errors and prints a line on rank 0. */
static int measure(struct Bench *bench, int count, int iterations)
{
    int errors = 0;
    double seconds, slowest = 0.0, start = MPI_Wtime();

    for (int iteration = 0; iteration < iterations; iteration++) {
        if (bench->direction == DIRECTION_PUT)
            errors += pass_right(bench, count, iteration);
        else
            errors += fetch_right(bench, count, iteration);
    }
    seconds = (MPI_Wtime() - start) / iterations;
    CHECKED(MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, bench->comm));
    if (bench->rank == 0)
        printf("%8d numbers %10.2f us %10.2f MB/s\n", count, slowest * 1e6,
               slowest > 0.0 ? count * (double)sizeof(double) / slowest * 1e-6 : 0.0);
    return errors;
}

int main(int argc, char **argv)
{
    struct Options options;
    struct Bench bench;
    int errors = 0, all = 0;

    CHECKED(MPI_Init(&argc, &argv));
    options = options_read(argc, argv);
    bench_create(&bench, &options, MPI_COMM_WORLD);
    if (bench.rank == 0)
        printf("%d ranks, mode %s, %s\n", bench.size, mode_name(bench.mode),
               bench.direction == DIRECTION_PUT ? "put" : "get");

    for (int count = 1; count <= options.largest; count *= 4) {
        errors += measure(&bench, count, options.iterations);
        if (count > options.largest / 4)
            break;
    }
    CHECKED(MPI_Allreduce(&errors, &all, 1, MPI_INT, MPI_SUM, bench.comm));
    if (bench.rank == 0)
        printf("%d wrong numbers: %s\n", all, all == 0 ? "passed" : "FAILED");

    bench_destroy(&bench);
    CHECKED(MPI_Finalize());
    return all == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
