/*
 * Explicit heat equation on a rod, one-dimensional block distribution, two buffers in one window, one fence a step.
 *
 * Each process holds a block of the rod twice: the buffer of this step and that of the next one, each with a ghost cell at
 * both ends. In a step it puts its two edge cells into the ghost cells of its neighbours, computes the inner cells while the
 * puts travel, closes the epoch with a fence, and computes the two cells at the ends. Then the buffers change roles.
 *
 * Race-free as compiled plainly: the ghost cells of buffer b are written by puts of steps that use b, and read
 * by their owner behind the fence that closes the epoch of that step. A fence completes the puts of the epoch at origin and
 * target (MPI 4.1, 12.5.1), and the next puts into the same ghosts are issued two fences later. The edge cells, which are
 * the origins of the puts, are in the current buffer; until the fence the program stores only into the other one. The inner loop runs
 * from cell 2 to cell n - 1 and so touches no ghost.
 *
 * Under -DRACY the inner loop starts with cell 1: it reads ghost cell 0, into which the left neighbour may be putting (A and
 * B). Happens with two or more processes. The labels hold under -DRACY; compiled plainly the program is to be free of findings.
 */
//@ expect: error RMA201 A B
#include <getopt.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MPI_CHECK(call)                                                                    \
    do {                                                                                   \
        int check_rc_ = (call);                                                            \
        if (check_rc_ != MPI_SUCCESS) {                                                    \
            char check_msg_[MPI_MAX_ERROR_STRING];                                         \
            int check_len_ = 0;                                                            \
            MPI_Error_string(check_rc_, check_msg_, &check_len_);                          \
            fprintf(stderr, "%s:%d: %s failed: %s\n", __FILE__, __LINE__, #call, check_msg_); \
            MPI_Abort(MPI_COMM_WORLD, check_rc_);                                          \
        }                                                                                  \
    } while (0)

#define FIRST_CELL 1

struct options {
    long cells;
    int steps;
    int report;
    int verify;
    double alpha;
};

struct rod {
    MPI_Comm comm;
    int rank, size;
    int left, right;
    long n;        /* own cells */
    long n_left;   /* cells of the left neighbour */
    long offset;   /* global index of the first own cell */
    long stride;   /* cells from one buffer to the other, alike on all processes */
    double *cells; /* both buffers */
    MPI_Win win;
};

struct timers {
    double exchange;
    double compute;
    double total;
};

static void usage(const char *name)
{
    fprintf(stderr,
            "usage: %s [-n cells] [-s steps] [-a alpha] [-r report every] [-v]\n"
            "  -n  cells of the whole rod (default 1000)\n"
            "  -s  time steps (default 100)\n"
            "  -a  diffusion number, at most 0.5 (default 0.25)\n"
            "  -r  print the heat every so many steps (default never)\n"
            "  -v  compare with a serial run\n",
            name);
}

static int parse_options(int argc, char **argv, struct options *opt)
{
    int c;

    opt->cells = 1000;
    opt->steps = 100;
    opt->report = 0;
    opt->verify = 0;
    opt->alpha = 0.25;
    while ((c = getopt(argc, argv, "n:s:a:r:vh")) != -1) {
        switch (c) {
        case 'n':
            opt->cells = atol(optarg);
            break;
        case 's':
            opt->steps = atoi(optarg);
            break;
        case 'a':
            opt->alpha = atof(optarg);
            break;
        case 'r':
            opt->report = atoi(optarg);
            break;
        case 'v':
            opt->verify = 1;
            break;
        default:
            return -1;
        }
    }
    if (opt->steps < 0 || opt->alpha <= 0.0 || opt->alpha > 0.5)
        return -1;
    return 0;
}

/* Cells of one process: the first `cells % size` processes have one more. */
static long block_size(long cells, int size, int rank)
{
    return cells / size + (rank < cells % size ? 1 : 0);
}

static long block_offset(long cells, int size, int rank)
{
    long extra = cells % size;

    return rank * (cells / size) + (rank < extra ? rank : extra);
}

static double initial_value(long global, long cells)
{
    double x = (double)global / (double)(cells + 1);

    return sin(M_PI * x) + 0.3 * sin(5.0 * M_PI * x);
}

static double *buffer_of(struct rod *rod, int which)
{
    return rod->cells + which * rod->stride;
}

static void rod_create(struct rod *rod, const struct options *opt, MPI_Comm comm)
{
    MPI_Aint bytes;

    rod->comm = comm;
    MPI_CHECK(MPI_Comm_rank(comm, &rod->rank));
    MPI_CHECK(MPI_Comm_size(comm, &rod->size));
    rod->left = rod->rank > 0 ? rod->rank - 1 : MPI_PROC_NULL;
    rod->right = rod->rank < rod->size - 1 ? rod->rank + 1 : MPI_PROC_NULL;
    rod->n = block_size(opt->cells, rod->size, rod->rank);
    rod->n_left = rod->rank > 0 ? block_size(opt->cells, rod->size, rod->rank - 1) : 0;
    rod->offset = block_offset(opt->cells, rod->size, rod->rank);
    rod->stride = block_size(opt->cells, rod->size, 0) + 2;

    bytes = 2 * rod->stride * (MPI_Aint)sizeof(double);
    MPI_CHECK(MPI_Win_allocate(bytes, sizeof(double), MPI_INFO_NULL, comm, &rod->cells, &rod->win));
    MPI_CHECK(MPI_Win_set_name(rod->win, "rod"));
}

static void rod_destroy(struct rod *rod)
{
    MPI_CHECK(MPI_Win_free(&rod->win));
    rod->cells = NULL;
}

/* Both buffers get the boundary values, the first one the start of the simulation. */
static void rod_init(struct rod *rod, long total)
{
    double *u0 = buffer_of(rod, 0);
    double *u1 = buffer_of(rod, 1);
    long i;

    memset(rod->cells, 0, 2 * rod->stride * sizeof(double));
    for (i = 1; i <= rod->n; i++) {
        u0[i] = initial_value(rod->offset + i, total);
        u1[i] = 0.0;
    }
}

/* Starts the exchange of the edges of one buffer; the next fence completes it. */
static void exchange_begin(struct rod *rod, int which)
{
    double *u = buffer_of(rod, which);
    MPI_Aint base = which * rod->stride;

    if (rod->right != MPI_PROC_NULL)
        MPI_CHECK(MPI_Put(&u[rod->n], 1, MPI_DOUBLE, rod->right, base, 1, MPI_DOUBLE, rod->win)); //@ A
    if (rod->left != MPI_PROC_NULL)
        MPI_CHECK(MPI_Put(&u[1], 1, MPI_DOUBLE, rod->left, base + rod->n_left + 1, 1, MPI_DOUBLE, rod->win));
}

static void exchange_end(struct rod *rod)
{
    MPI_CHECK(MPI_Win_fence(0, rod->win));
}

static double cell_update(const double *u, long i, double alpha)
{
    return u[i] + alpha * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
}

static void update_inner(struct rod *rod, int from, double alpha)
{
    const double *u = buffer_of(rod, from);
    double *next = buffer_of(rod, 1 - from);
#ifdef RACY
    long first = FIRST_CELL;
#else
    long first = FIRST_CELL + 1;
#endif
    long i;

    for (i = first; i < rod->n; i++)
        next[i] = u[i] + alpha * (u[i - 1] - 2.0 * u[i] + u[i + 1]); //@ B
}

static void update_edges(struct rod *rod, int from, double alpha)
{
    const double *u = buffer_of(rod, from);
    double *next = buffer_of(rod, 1 - from);

    next[1] = cell_update(u, 1, alpha);
    next[rod->n] = cell_update(u, rod->n, alpha);
}

static double total_heat(struct rod *rod, int which)
{
    const double *u = buffer_of(rod, which);
    double mine = 0.0, all = 0.0;
    long i;

    for (i = 1; i <= rod->n; i++)
        mine += u[i];
    MPI_CHECK(MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, rod->comm));
    return all;
}

/* Returns the buffer that holds the result. */
static int simulate(struct rod *rod, const struct options *opt, struct timers *time)
{
    int current = 0;
    int step;
    double t0, t1, t2, t3;

    memset(time, 0, sizeof(*time));
    MPI_CHECK(MPI_Win_fence(MPI_MODE_NOPRECEDE, rod->win));
    t0 = MPI_Wtime();
    for (step = 0; step < opt->steps; step++) {
        t1 = MPI_Wtime();
        exchange_begin(rod, current);
        update_inner(rod, current, opt->alpha);
        t2 = MPI_Wtime();
        exchange_end(rod);
        t3 = MPI_Wtime();
        update_edges(rod, current, opt->alpha);
        current = 1 - current;
        time->compute += t2 - t1;
        time->exchange += t3 - t2;
        if (opt->report > 0 && step % opt->report == 0) {
            double heat = total_heat(rod, current);

            if (rod->rank == 0)
                printf("step %6d heat %.12e\n", step, heat);
        }
    }
    MPI_CHECK(MPI_Win_fence(MPI_MODE_NOSUCCEED, rod->win));
    time->total = MPI_Wtime() - t0;
    return current;
}

static double *serial_run(const struct options *opt)
{
    long n = opt->cells;
    double *u = calloc(n + 2, sizeof(double));
    double *v = calloc(n + 2, sizeof(double));
    double *swap;
    long i;
    int step;

    if (u == NULL || v == NULL) {
        fprintf(stderr, "out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    for (i = 1; i <= n; i++)
        u[i] = initial_value(i, n);
    for (step = 0; step < opt->steps; step++) {
        for (i = 1; i <= n; i++)
            v[i] = cell_update(u, i, opt->alpha);
        swap = u;
        u = v;
        v = swap;
    }
    free(v);
    return u;
}

/* Largest difference to a serial run, on all processes. */
static double verify(struct rod *rod, const struct options *opt, int which)
{
    const double *u = buffer_of(rod, which);
    double *want = serial_run(opt);
    double worst = 0.0, all = 0.0;
    long i;

    for (i = 1; i <= rod->n; i++) {
        double diff = fabs(u[i] - want[rod->offset + i]);

        if (diff > worst)
            worst = diff;
    }
    free(want);
    MPI_CHECK(MPI_Allreduce(&worst, &all, 1, MPI_DOUBLE, MPI_MAX, rod->comm));
    return all;
}

static void print_summary(const struct rod *rod, const struct options *opt, const struct timers *time)
{
    double mine[3] = {time->exchange, time->compute, time->total};
    double worst[3];

    MPI_CHECK(MPI_Reduce(mine, worst, 3, MPI_DOUBLE, MPI_MAX, 0, rod->comm));
    if (rod->rank == 0) {
        printf("processes %d, cells %ld, steps %d\n", rod->size, opt->cells, opt->steps);
        printf("exchange %.6f s, compute %.6f s, total %.6f s\n", worst[0], worst[1], worst[2]);
        if (worst[2] > 0.0)
            printf("updates %.3f M/s\n", 1e-6 * (double)opt->cells * opt->steps / worst[2]);
    }
}

int main(int argc, char **argv)
{
    struct options opt;
    struct timers time;
    struct rod rod;
    int last, failed = 0;

    MPI_CHECK(MPI_Init(&argc, &argv));
    if (parse_options(argc, argv, &opt) != 0) {
        usage(argv[0]);
        MPI_Finalize();
        return 1;
    }
    rod_create(&rod, &opt, MPI_COMM_WORLD);
    if (opt.cells < 2L * rod.size) {
        if (rod.rank == 0)
            fprintf(stderr, "at least two cells a process are needed\n");
        rod_destroy(&rod);
        MPI_Finalize();
        return 1;
    }
    rod_init(&rod, opt.cells);
    MPI_CHECK(MPI_Barrier(rod.comm));
    last = simulate(&rod, &opt, &time);
    print_summary(&rod, &opt, &time);
    if (opt.verify) {
        double error = verify(&rod, &opt, last);

        failed = error > 1e-10;
        if (rod.rank == 0)
            printf("largest error %.3e: %s\n", error, failed ? "FAILED" : "passed");
    }
    rod_destroy(&rod);
    MPI_CHECK(MPI_Finalize());
    return failed;
}
