/* The transpose of a square matrix that is spread over the PEs by strips of columns: an all-to-all of blocks.
 *
 * In step s a PE works for the PE that is s places behind it: it turns the block that belongs there, puts it into the
 * place of this PE in the landing area there, and raises the flag of this PE to the number of the round. Then it takes the
 * blocks as they come, and copies them into its strip of the result. The program transposes there and back a number of times,
 * with another matrix each round, and checks both.
 *
 * Race-free: a landing area has a place for each PE. The block is put before the flag, with shmem_fence between, which
 * orders them at that PE (OpenSHMEM 1.5, 9.11.1); the flag is set by an atomic operation and waited for with
 * shmem_ulong_wait_until_any or shmem_ulong_wait_until (9.10), and the block is copied out behind the wait for its flag and the number of
 * this round. The staging area has a place for each block; shmem_put has read its source at return. A PE that begins the
 * next round has left the barrier behind this one, which all enter when they have copied all blocks out.
 *
 * -DRACY: shmem_fence between the block and the flag is left out.
 */
//@ expect: error RMA201 PUT COPY -- with -DRACY only; none without
#include "transpose.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double element(long row, long col, int round)
{
    return (double)row * 4096.0 + (double)col + 0.125 * round;
}

static void fill(const Matrix *matrix, int round)
{
    for (long col = 0; col < matrix->width; col++) {
        for (long row = 0; row < matrix->order; row++) {
            matrix->strip[col * matrix->order + row] = element(row, matrix->first + col, round);
        }
    }
}

/* Compares with the matrix of this round, or with its transpose. */
static long differences(const Matrix *matrix, int round, int transposed)
{
    long errors = 0;

    for (long col = 0; col < matrix->width; col++) {
        for (long row = 0; row < matrix->order; row++) {
            const double wanted = transposed ? element(matrix->first + col, row, round)
                                             : element(row, matrix->first + col, round);

            errors += fabs(matrix->strip[col * matrix->order + row] - wanted) > 0.0;
        }
    }
    return errors;
}

typedef struct {
    long order;
    int rounds;
    long tile;
    int in_order;
} Options;

static int parse(int argc, char **argv, Options *options)
{
    options->order = 0;
    options->rounds = 5;
    options->tile = 16;
    options->in_order = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--in-order") == 0) {
            options->in_order = 1;
        } else if (i + 1 < argc && strcmp(argv[i], "--order") == 0) {
            options->order = atol(argv[++i]);
        } else if (i + 1 < argc && strcmp(argv[i], "--rounds") == 0) {
            options->rounds = atoi(argv[++i]);
        } else if (i + 1 < argc && strcmp(argv[i], "--tile") == 0) {
            options->tile = atol(argv[++i]);
        } else {
            return -1;
        }
    }
    return options->order >= 0 && options->rounds > 0 && options->tile > 0 ? 0 : -1;
}

static void report(const Options *options, const Matrix *matrix, const Times *times, double total, long errors)
{
    const double bytes = 2.0 * options->rounds * (double)matrix->order * (double)matrix->order * sizeof(double);

    printf("order %ld, %d PEs, blocks of %ld x %ld, tiles of %ld\n", matrix->order, matrix->npes, matrix->width,
           matrix->width, options->tile);
    printf("turn %.4f s, put %.4f s, wait and copy %.4f s\n", times->turn, times->put, times->take);
    printf("%.4f s, %.1f MB/s, %ld errors: %s\n", total, total > 0.0 ? bytes / total / 1e6 : 0.0, errors,
           errors == 0 ? "ok" : "FAILED");
}

int main(int argc, char **argv)
{
    Options options;
    Matrix a;
    Matrix b;
    Exchange exchange;
    Times times = {0.0, 0.0, 0.0};
    double total = 0.0;
    long errors = 0;
    long *sums;

    shmem_init();
    if (parse(argc, argv, &options) != 0) {
        if (shmem_my_pe() == 0) {
            fprintf(stderr, "usage: %s [--order n] [--rounds n] [--tile n] [--in-order]\n", argv[0]);
        }
        shmem_finalize();
        return 1;
    }
    if (options.order == 0) {
        options.order = 24L * shmem_n_pes();
    }
    if (options.order % shmem_n_pes() != 0) {
        if (shmem_my_pe() == 0) {
            fprintf(stderr, "the order must be a multiple of the number of PEs\n");
        }
        shmem_finalize();
        return 1;
    }

    matrix_create(&a, options.order);
    matrix_create(&b, options.order);
    exchange_create(&exchange, &a, options.tile, options.in_order);
    sums = shmem_malloc(2 * sizeof *sums);
    if (sums == NULL) {
        shmem_global_exit(2);
    }

    for (int round = 1; round <= options.rounds; round++) {
        double start;

        fill(&a, round);
        shmem_barrier_all();
        start = seconds_now();
        exchange_transpose(&exchange, &a, &b, &times);
        total += seconds_now() - start;
        errors += differences(&b, round, 1);

        memset(a.strip, 0, (size_t)(a.width * a.order) * sizeof(double));
        start = seconds_now();
        exchange_transpose(&exchange, &b, &a, &times);
        total += seconds_now() - start;
        errors += differences(&a, round, 0);
    }

    sums[0] = errors;
    if (shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &sums[1], &sums[0], 1) != 0) {
        shmem_global_exit(3);
    }
    errors = sums[1];
    if (a.me == 0) {
        report(&options, &a, &times, total, errors);
    }
    shmem_free(sums);
    exchange_destroy(&exchange);
    matrix_destroy(&b);
    matrix_destroy(&a);
    shmem_finalize();
    return errors != 0;
}
