/*
 * Seven-point stencil in three dimensions; one lock_all for the whole run, faces put, flushed, and a barrier a step.
 *
 * The processes form a periodic three-dimensional Cartesian grid. Each packs its six faces and puts them into the boxes of its
 * neighbours. There are two sets of boxes, one for even and one for odd steps, so that one barrier a step suffices.
 *
 * Race-free as compiled plainly: MPI_Win_flush_all completes the puts at their targets (MPI 4.1, 12.5.4), and the barrier behind it
 * orders them before the reads of the boxes. The boxes of one set are written again two steps later: between the reads and these
 * puts lies the barrier of the step between. The packed faces are filled again behind the flush, which completes the puts at the
 * origin too. In a dimension with one process the neighbour is the process itself, in one with two both neighbours are the same;
 * each face has a box of its own in any case.
 *
 * Under -DRACY the flush is MPI_Win_flush_local_all, "since the barrier does the rest": the faces may be packed again, but the puts
 * (A) need not be at the target when it unpacks them (B), nor when the next but one step puts into the same box: nothing orders two
 * puts of one origin (MPI 4.1, 12.7). Happens with any number of processes.
 * The labels hold under -DRACY; compiled plainly the program is to be free of findings.
 */
//@ expect: error RMA201 A B
//@ expect: error RMA203 A A
#include "stencil.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void help(void)
{
    puts("stencil3d: seven-point stencil, halo exchange by MPI_Put\n"
         "  -x N -y N -z N   cells of one process in each direction (32)\n"
         "  -i N             iterations (50)\n"
         "  -w N             iterations before the clock starts (5)\n"
         "  -p               print the times of each process\n");
}

static int options(int argc, char **argv, struct setup *s)
{
    int c;

    s->local[0] = s->local[1] = s->local[2] = 32;
    s->iterations = 50;
    s->warmup = 5;
    s->print_times = 0;
    opterr = 0;
    while ((c = getopt(argc, argv, "x:y:z:i:w:ph")) != -1) {
        switch (c) {
        case 'x':
            s->local[0] = (int)strtol(optarg, NULL, 10);
            break;
        case 'y':
            s->local[1] = (int)strtol(optarg, NULL, 10);
            break;
        case 'z':
            s->local[2] = (int)strtol(optarg, NULL, 10);
            break;
        case 'i':
            s->iterations = (int)strtol(optarg, NULL, 10);
            break;
        case 'w':
            s->warmup = (int)strtol(optarg, NULL, 10);
            break;
        case 'p':
            s->print_times = 1;
            break;
        default:
            return 0;
        }
    }
    return s->local[0] > 0 && s->local[1] > 0 && s->local[2] > 0 && s->iterations >= 0 && s->warmup >= 0;
}

/* A wave with a whole number of periods, so that the stencil scales it by a known factor. */
static double wave(const struct cube *c, int x, int y, int z)
{
    double phase = (double)(c->start[0] + x) / c->global[0] + (double)(c->start[1] + y) / c->global[1] +
                   (double)(c->start[2] + z) / c->global[2];

    return cos(2.0 * M_PI * phase);
}

static double damping(const struct cube *c)
{
    double sum = 0.0;
    int d;

    for (d = 0; d < 3; d++)
        sum += cos(2.0 * M_PI / c->global[d]);
    return CENTRE + 2.0 * SIDE * sum;
}

static void fill(struct cube *c)
{
    int x, y, z;

    memset(c->a, 0, c->cells * sizeof(double));
    memset(c->b, 0, c->cells * sizeof(double));
    for (z = 0; z < c->n[2]; z++)
        for (y = 0; y < c->n[1]; y++)
            for (x = 0; x < c->n[0]; x++)
                c->a[cell(c, x + 1, y + 1, z + 1)] = wave(c, x, y, z);
}

static void apply(struct cube *c)
{
    const double *a = c->a;
    double *b = c->b;
    const int row = c->n[0] + 2;
    const int plane = row * (c->n[1] + 2);
    int x, y, z;
    double *swap;

    for (z = 1; z <= c->n[2]; z++) {
        for (y = 1; y <= c->n[1]; y++) {
            for (x = 1; x <= c->n[0]; x++) {
                const int i = z * plane + y * row + x;

                b[i] = CENTRE * a[i] + SIDE * (a[i - 1] + a[i + 1] + a[i - row] + a[i + row] + a[i - plane] + a[i + plane]);
            }
        }
    }
    swap = c->a;
    c->a = c->b;
    c->b = swap;
}

static double largest_error(const struct cube *c, int steps)
{
    const double factor = pow(damping(c), steps);
    double mine = 0.0, all = 0.0;
    int x, y, z;

    for (z = 0; z < c->n[2]; z++) {
        for (y = 0; y < c->n[1]; y++) {
            for (x = 0; x < c->n[0]; x++) {
                double e = fabs(c->a[cell(c, x + 1, y + 1, z + 1)] - factor * wave(c, x, y, z));

                mine = e > mine ? e : mine;
            }
        }
    }
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, c->comm);
    return all;
}

static void report(const struct cube *c, const struct setup *s, const struct clock *clock, double error)
{
    double *all = NULL;
    double mine[2] = {clock->exchange, clock->compute};
    int r;

    if (c->rank == 0) {
        all = malloc(2 * c->size * sizeof(double));
        if (all == NULL)
            die(c, "no memory for the times");
    }
    MPI_Gather(mine, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, 0, c->comm);
    if (c->rank == 0) {
        double exchange = 0.0, compute = 0.0;

        for (r = 0; r < c->size; r++) {
            if (s->print_times)
                printf("rank %4d: exchange %10.6f compute %10.6f\n", r, all[2 * r], all[2 * r + 1]);
            exchange += all[2 * r];
            compute += all[2 * r + 1];
        }
        printf("processes    %d x %d x %d\n", c->dims[0], c->dims[1], c->dims[2]);
        printf("cells        %d x %d x %d\n", c->global[0], c->global[1], c->global[2]);
        printf("exchange     %.6f s mean\n", exchange / c->size);
        printf("compute      %.6f s mean\n", compute / c->size);
        printf("error        %.3e %s\n", error, error < 1e-9 ? "ok" : "WRONG");
        free(all);
    }
}

int main(int argc, char **argv)
{
    struct setup setup;
    struct cube cube;
    struct clock clock = {0.0, 0.0};
    double error;
    int step;

    MPI_Init(&argc, &argv);
    if (!options(argc, argv, &setup)) {
        int rank;

        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        if (rank == 0)
            help();
        MPI_Finalize();
        return 2;
    }
    cube_create(&cube, setup.local);
    fill(&cube);
    halo_open(&cube);
    for (step = 0; step < setup.warmup + setup.iterations; step++) {
        double t0, t1;

        if (step == setup.warmup)
            clock.exchange = clock.compute = 0.0;
        t0 = MPI_Wtime();
        halo_exchange(&cube, step);
        t1 = MPI_Wtime();
        apply(&cube);
        clock.exchange += t1 - t0;
        clock.compute += MPI_Wtime() - t1;
    }
    halo_close(&cube);
    error = largest_error(&cube, setup.warmup + setup.iterations);
    report(&cube, &setup, &clock, error);
    cube_free(&cube);
    MPI_Finalize();
    return error < 1e-9 ? 0 : 1;
}
