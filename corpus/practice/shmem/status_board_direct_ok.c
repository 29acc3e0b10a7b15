/*
 * A status board: in each step every PE writes a line of numbers about itself into the board of its group's leader, by a store through
 * shmem_ptr where the leader's memory can be reached, else by a put. PE 0 then fetches the lines of all leaders and prints the
 * slowest.
 *
 * Race-free. Each PE has a line of its own on its leader. The barrier behind the writing completes the puts and orders the direct
 * stores (OpenSHMEM 1.6, 9.9.1); PE 0 gets the lines behind it, and a second barrier behind the gets (over at return, 9.6.5) orders
 * them before the lines of the next step.
 */
//@ expect: none
//@ twin: status_board_direct_race.c
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    double seconds;
    long cells;
    long step;
} Line;

typedef struct {
    int me;
    int npes;
    int group;   /* PEs in a group */
    int leader;  /* of my group */
    Line *board; /* symmetric, [npes]: the lines of the group, by PE, used on leaders */
    Line *direct; /* my line on my leader, NULL where its memory cannot be reached */
} Monitor;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void monitor_create(Monitor *monitor, int group)
{
    monitor->me = shmem_my_pe();
    monitor->npes = shmem_n_pes();
    monitor->group = group;
    monitor->leader = monitor->me - monitor->me % group;
    monitor->board = shmem_calloc((size_t)monitor->npes, sizeof(Line));
    if (monitor->board == NULL) {
        fprintf(stderr, "PE %d: out of memory\n", monitor->me);
        shmem_global_exit(2);
    }
    monitor->direct = shmem_ptr(&monitor->board[monitor->me], monitor->leader);
}

static void monitor_destroy(Monitor *monitor)
{
    shmem_barrier_all();
    shmem_free(monitor->board);
}

static void report_line(Monitor *monitor, long step, double seconds, long cells)
{
    const Line line = {seconds, cells, step};

    if (monitor->direct != NULL)
        *monitor->direct = line; //@ STORE
    else
        shmem_putmem(&monitor->board[monitor->me], &line, sizeof line, monitor->leader); //@ PUT
}

static void print_slowest(const Monitor *monitor, long step)
{
    Line slowest = {-1.0, 0, 0};
    int who = -1;

    for (int pe = 0; pe < monitor->npes; pe++) {
        const int leader = pe - pe % monitor->group;
        Line line;

        shmem_getmem(&line, &monitor->board[pe], sizeof line, leader); //@ GET
        if (line.step != step)
            fprintf(stderr, "PE %d is in step %ld, not %ld\n", pe, line.step, step);
        if (line.seconds > slowest.seconds) {
            slowest = line;
            who = pe;
        }
    }
    printf("step %ld: PE %d took %.3f ms for %ld cells\n", step, who, 1e3 * slowest.seconds, slowest.cells);
}

static void monitor_step(Monitor *monitor, long step, double seconds, long cells)
{
    report_line(monitor, step, seconds, cells);
    shmem_barrier_all();
    if (monitor->me == 0)
        print_slowest(monitor, step);
    shmem_barrier_all();
}

/* Stands for the program that is watched: some relaxation on private cells. */
static double compute(double *cell, long cells)
{
    double change = 0.0;

    for (long i = 1; i + 1 < cells; i++) {
        const double next = 0.5 * cell[i] + 0.25 * (cell[i - 1] + cell[i + 1]);

        change += next > cell[i] ? next - cell[i] : cell[i] - next;
        cell[i] = next;
    }
    return change;
}

int main(int argc, char **argv)
{
    long steps = 20, cells = 100000;
    int group = 4;
    double change = 0.0;
    Monitor monitor;

    shmem_init();
    for (int i = 1; i < argc; i++) {
        if (i + 1 == argc) {
            fprintf(stderr, "%s needs a value\n", argv[i]);
            shmem_global_exit(1);
        }
        if (strcmp(argv[i], "--steps") == 0)
            steps = atol(argv[++i]);
        else if (strcmp(argv[i], "--cells") == 0)
            cells = atol(argv[++i]);
        else if (strcmp(argv[i], "--group") == 0)
            group = atoi(argv[++i]);
    }
    if (steps < 1 || cells < 3 || group < 1) {
        fprintf(stderr, "usage: %s [--steps n] [--cells n] [--group PEs]\n", argv[0]);
        shmem_global_exit(1);
    }

    double *cell = calloc((size_t)cells, sizeof(double));
    if (cell == NULL)
        shmem_global_exit(2);
    monitor_create(&monitor, group);
    cell[0] = 1.0 + monitor.me;

    for (long step = 0; step < steps; step++) {
        const double start = now();

        change = compute(cell, cells);
        monitor_step(&monitor, step, now() - start, cells);
    }
    printf("PE %d: last change %g\n", monitor.me, change);

    free(cell);
    monitor_destroy(&monitor);
    shmem_finalize();
    return 0;
}
