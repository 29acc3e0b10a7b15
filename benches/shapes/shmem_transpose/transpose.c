#include "transpose.h"
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

static void *allocated(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "PE %d: out of memory\n", shmem_my_pe());
        shmem_global_exit(2);
    }
    return memory;
}

void matrix_create(Matrix *matrix, long order)
{
    matrix->me = shmem_my_pe();
    matrix->npes = shmem_n_pes();
    matrix->order = order;
    matrix->width = order / matrix->npes;
    matrix->first = matrix->width * matrix->me;
    matrix->strip = allocated(malloc((size_t)(matrix->width * order) * sizeof(double)));
}

void matrix_destroy(Matrix *matrix)
{
    free(matrix->strip);
    matrix->strip = NULL;
}

void exchange_create(Exchange *exchange, const Matrix *matrix, long tile, int in_order)
{
    const size_t all = (size_t)(matrix->order * matrix->width);

    exchange->block = matrix->width * matrix->width;
    exchange->tile = tile;
    exchange->in_order = in_order;
    exchange->round = 0;
    exchange->staging = allocated(malloc(all * sizeof(double)));
    exchange->taken = allocated(calloc((size_t)matrix->npes, sizeof(int)));
    exchange->landing = allocated(shmem_malloc(all * sizeof(double)));
    exchange->flags = allocated(shmem_calloc((size_t)matrix->npes, sizeof(unsigned long)));
}

void exchange_destroy(Exchange *exchange)
{
    shmem_free(exchange->flags);
    shmem_free(exchange->landing);
    free(exchange->taken);
    free(exchange->staging);
}

/* Transposes the block of rows that belongs to a PE, tile by tile. */
static void turn(const Exchange *exchange, const Matrix *from, int pe, double *block)
{
    const long width = from->width;
    const double *source = from->strip + (long)pe * width;

    for (long row_tile = 0; row_tile < width; row_tile += exchange->tile) {
        const long row_end = row_tile + exchange->tile < width ? row_tile + exchange->tile : width;

        for (long col_tile = 0; col_tile < width; col_tile += exchange->tile) {
            const long col_end = col_tile + exchange->tile < width ? col_tile + exchange->tile : width;

            for (long col = col_tile; col < col_end; col++) {
                for (long row = row_tile; row < row_end; row++) {
                    block[row * width + col] = source[col * from->order + row];
                }
            }
        }
    }
}

static void send_blocks(const Exchange *exchange, const Matrix *from, Times *times)
{
    for (int step = 1; step < from->npes; step++) {
        const int to = (from->me + step) % from->npes;
        double *block = exchange->staging + (long)to * exchange->block;
        double start = seconds_now();

        turn(exchange, from, to, block);
        times->turn += seconds_now() - start;

        start = seconds_now();
        shmem_double_put(exchange->landing + (long)from->me * exchange->block, block, (size_t)exchange->block, to); //@ PUT
#ifndef RACY
        shmem_fence();
#endif
        shmem_ulong_atomic_set(&exchange->flags[from->me], exchange->round, to);
        times->put += seconds_now() - start;
    }
}

static void copy_in(const Exchange *exchange, Matrix *to, int pe, const double *block)
{
    const long width = to->width;

    (void)exchange;
    for (long col = 0; col < width; col++) {
        memcpy(to->strip + col * to->order + (long)pe * width, block + col * width, (size_t)width * sizeof *block); //@ COPY
    }
}

/* In the order of the ring, by which the first to come are waited for first. */
static void take_in_order(const Exchange *exchange, Matrix *to)
{
    for (int step = 1; step < to->npes; step++) {
        const int pe = (to->me - step + to->npes) % to->npes;

        shmem_ulong_wait_until(&exchange->flags[pe], SHMEM_CMP_EQ, exchange->round);
        copy_in(exchange, to, pe, exchange->landing + (long)pe * exchange->block);
    }
}

static void take_as_they_come(const Exchange *exchange, Matrix *to)
{
    memset(exchange->taken, 0, (size_t)to->npes * sizeof(int));
    exchange->taken[to->me] = 1;
    for (int step = 1; step < to->npes; step++) {
        const size_t pe = shmem_ulong_wait_until_any(exchange->flags, (size_t)to->npes, exchange->taken, SHMEM_CMP_EQ,
                                                     exchange->round);

        if (pe >= (size_t)to->npes) {
            fprintf(stderr, "PE %d: no flag found\n", to->me);
            shmem_global_exit(4);
        }
        copy_in(exchange, to, (int)pe, exchange->landing + (long)pe * exchange->block);
        exchange->taken[pe] = 1;
    }
}

void exchange_transpose(Exchange *exchange, const Matrix *from, Matrix *to, Times *times)
{
    double start;

    exchange->round++;
    send_blocks(exchange, from, times);

    start = seconds_now();
    turn(exchange, from, from->me, exchange->staging + (long)from->me * exchange->block);
    copy_in(exchange, to, from->me, exchange->staging + (long)from->me * exchange->block);
    times->turn += seconds_now() - start;

    start = seconds_now();
    if (exchange->in_order) {
        take_in_order(exchange, to);
    } else {
        take_as_they_come(exchange, to);
    }
    times->take += seconds_now() - start;
    shmem_barrier_all();
}
