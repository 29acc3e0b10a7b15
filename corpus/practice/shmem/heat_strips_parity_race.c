/*
 * Heat on a plane that is cut into strips of rows, one strip a PE. In each step the border rows go to the neighbours by
 * shmem_double_put_signal into ghost rows on the symmetric heap, and the strip waits for the signals of its neighbours before it
 * computes. There is no barrier in the time loop; signals have the number of the step.
 *
 * The race: the words of the signal are two by the parity of the step, but the ghost row is one for all steps. Two PEs: PE 0 has found
 * the signal of PE 1 for step s, which PE 1 sent before it waits for PE 0. PE 0 goes on and puts its row of step s + 1 while PE 1
 * still copies the row of step s: `cols` doubles of the ghost row on PE 1 (9.8.2; 3.2 for concurrent access). The two puts of PE 0
 * meet as well: nothing tells PE 0 before its second that the first has arrived, and there is no fence between (9.11.1).
 */
//@ expect: error RMA201 PUT LOAD
//@ expect: error RMA203 PUT PUT
//@ twin: heat_strips_parity_ok.c
#include <math.h>
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum Side { UP, DOWN, SIDES };

typedef struct {
    int me;
    int npes;
    int neighbour[SIDES]; /* -1: the border of the plane */
    int rows;
    int cols;
    double *now;      /* private, rows + 2 rows */
    double *next;
    double *ghost;    /* symmetric, [SIDES][2][cols] */
    uint64_t *signal; /* symmetric, [SIDES][2] */
} Strip;

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *must(void *memory, const char *what)
{
    if (memory == NULL) {
        fprintf(stderr, "PE %d: no memory for %s\n", shmem_my_pe(), what);
        shmem_global_exit(2);
    }
    return memory;
}

static double *ghost_row(const Strip *strip, int side, int step)
{
    (void)step;
    return strip->ghost + (size_t)side * 2 * (size_t)strip->cols;
}

static uint64_t *ghost_signal(const Strip *strip, int side, int step)
{
    return strip->signal + side * 2 + step % 2;
}

static void strip_create(Strip *strip, int rows, int cols)
{
    const size_t cells = (size_t)(rows + 2) * (size_t)cols;

    strip->me = shmem_my_pe();
    strip->npes = shmem_n_pes();
    strip->neighbour[UP] = strip->me > 0 ? strip->me - 1 : -1;
    strip->neighbour[DOWN] = strip->me + 1 < strip->npes ? strip->me + 1 : -1;
    strip->rows = rows;
    strip->cols = cols;
    strip->now = must(calloc(cells, sizeof(double)), "the strip");
    strip->next = must(calloc(cells, sizeof(double)), "the strip");
    strip->ghost = must(shmem_calloc(SIDES * 2 * (size_t)cols, sizeof(double)), "ghost rows");
    strip->signal = must(shmem_calloc(SIDES * 2, sizeof(uint64_t)), "signals");
    if (strip->me == 0) {
        for (int j = 0; j < cols; j++)
            strip->now[j] = strip->next[j] = 100.0;
    }
}

static void strip_destroy(Strip *strip)
{
    shmem_free(strip->signal);
    shmem_free(strip->ghost);
    free(strip->next);
    free(strip->now);
}

static void send_border(const Strip *strip, int side, int step)
{
    const int there = side == UP ? DOWN : UP;
    const double *row = strip->now + (size_t)(side == UP ? 1 : strip->rows) * (size_t)strip->cols;

    if (strip->neighbour[side] < 0)
        return;
    shmem_double_put_signal(ghost_row(strip, there, step), row, (size_t)strip->cols, ghost_signal(strip, there, step), (uint64_t)step + 1, SHMEM_SIGNAL_SET, strip->neighbour[side]); //@ PUT
}

static void receive_border(const Strip *strip, int side, int step)
{
    double *frame = strip->now + (size_t)(side == UP ? 0 : strip->rows + 1) * (size_t)strip->cols;
    const double *ghost = ghost_row(strip, side, step);

    if (strip->neighbour[side] < 0)
        return;
    shmem_signal_wait_until(ghost_signal(strip, side, step), SHMEM_CMP_EQ, (uint64_t)step + 1);
    for (int j = 0; j < strip->cols; j++)
        frame[j] = ghost[j]; //@ LOAD
}

static double relax(Strip *strip)
{
    const int cols = strip->cols;
    double change = 0.0;

    for (int i = 1; i <= strip->rows; i++) {
        const double *c = strip->now + (size_t)i * (size_t)cols;
        double *n = strip->next + (size_t)i * (size_t)cols;

        n[0] = c[0];
        n[cols - 1] = c[cols - 1];
        for (int j = 1; j < cols - 1; j++) {
            n[j] = 0.25 * (c[j - 1] + c[j + 1] + c[j - cols] + c[j + cols]);
            change = fmax(change, fabs(n[j] - c[j]));
        }
    }
    double *swap = strip->now;
    strip->now = strip->next;
    strip->next = swap;
    return change;
}

int main(int argc, char **argv)
{
    static double change[2];
    int rows = 64, cols = 128, steps = 200, option;
    Strip strip;

    shmem_init();
    while ((option = getopt(argc, argv, "r:c:n:")) != -1) {
        if (option == 'r')
            rows = atoi(optarg);
        else if (option == 'c')
            cols = atoi(optarg);
        else if (option == 'n')
            steps = atoi(optarg);
    }
    if (rows < 1 || cols < 3 || steps < 2 || rows > 100000 || cols > 100000) {
        fprintf(stderr, "usage: %s [-r rows] [-c columns] [-n steps]\n", argv[0]);
        shmem_global_exit(1);
    }
    strip_create(&strip, rows, cols);

    const double start = seconds();
    for (int step = 0; step < steps; step++) {
        for (int side = 0; side < SIDES; side++)
            send_border(&strip, side, step);
        for (int side = 0; side < SIDES; side++)
            receive_border(&strip, side, step);
        /* The top of the plane stays hot: the frame of both copies has it. */
        change[0] = relax(&strip);
    }
    shmem_double_max_reduce(SHMEM_TEAM_WORLD, &change[1], &change[0], 1);
    if (strip.me == 0)
        printf("%d steps on %d PEs in %.3f s, last change %g\n", steps, strip.npes, seconds() - start, change[1]);

    strip_destroy(&strip);
    shmem_finalize();
    return 0;
}
