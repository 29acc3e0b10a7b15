/*
 * Two-dimensional stencil on shared-memory windows: the processes of a node read the rows of their neighbours in place.
 *
 * MPI_Comm_split_type gives the communicator of the node. Each of its processes holds a block of rows, twice, in a segment of a
 * window from MPI_Win_allocate_shared, and learns by MPI_Win_shared_query where the blocks above and below are. With several nodes
 * each node computes the plate on its own, a throughput run; the results are compared at the end.
 *
 * Race-free as compiled plainly: a step loads from buffer b of the own and of the neighbours' blocks and stores into buffer 1 - b of the
 * own block. Between two steps stands node_sync: MPI_Win_sync, a barrier of the node, MPI_Win_sync, which orders the stores of
 * one process before the loads of another and the other way round (MPI 4.1, 12.2.3, 12.5.4, 12.7). A row that is loaded in step s is
 * stored to in step s + 1, behind the barrier; one that is stored in step s is loaded in step s + 1. No operation of MPI touches the
 * window.
 *
 * Under -DRACY the barrier in node_sync is left out: a process loads the row of its neighbour while that one stores it, both in one
 * line (A). Happens with two or more processes on a node.
 * The labels hold under -DRACY; compiled plainly the program is to be free of findings.
 */
//@ expect: error RMA201 A A
#include <math.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double real;

struct plate {
    MPI_Comm world, node;
    int world_rank, world_size;
    int rank, size;          /* in the node */
    int nodes;               /* how many there are */
    int width, height;       /* the whole plate, without its frame */
    int first, rows;         /* own rows, numbered from 1 */
    MPI_Win win;
    real *block[2];          /* own rows */
    const real *above[2];    /* last row of the process above, or the frame */
    const real *below[2];    /* first row of the process below, or the frame */
    real *frame[2];          /* a row of the upper and one of the lower border */
};

struct arguments {
    int width, height, steps;
    int samples;
    int quiet;
};

static void check(int code, int line)
{
    if (code != MPI_SUCCESS) {
        char text[MPI_MAX_ERROR_STRING];
        int length = 0;

        MPI_Error_string(code, text, &length);
        fprintf(stderr, "line %d: %s\n", line, text);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

#define CHECK(code) check((code), __LINE__)

static void say(const struct plate *p, const char *format, ...)
{
    va_list list;

    if (p->world_rank != 0)
        return;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    fflush(stdout);
}

static int get_arguments(int argc, char **argv, struct arguments *a)
{
    int i;

    a->width = 256;
    a->height = 256;
    a->steps = 200;
    a->samples = 1;
    a->quiet = 0;
    for (i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-q"))
            a->quiet = 1;
        else if (!strcmp(argv[i], "-size") && i + 2 < argc) {
            a->width = atoi(argv[++i]);
            a->height = atoi(argv[++i]);
        } else if (!strcmp(argv[i], "-steps") && i + 1 < argc)
            a->steps = atoi(argv[++i]);
        else if (!strcmp(argv[i], "-samples") && i + 1 < argc)
            a->samples = atoi(argv[++i]);
        else
            return 0;
    }
    return a->width > 0 && a->height > 0 && a->steps > 0 && a->samples > 0;
}

/* Rows of a process of the node: a block distribution with remainder. */
static int first_row(const struct plate *p, int rank)
{
    return 1 + (int)((long)p->height * rank / p->size);
}

static int row_count(const struct plate *p, int rank)
{
    return first_row(p, rank + 1) - first_row(p, rank);
}

static int pitch(const struct plate *p)
{
    return p->width + 2;
}

static void find_communicators(struct plate *p, MPI_Comm world)
{
    int leader;

    p->world = world;
    CHECK(MPI_Comm_rank(world, &p->world_rank));
    CHECK(MPI_Comm_size(world, &p->world_size));
    CHECK(MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, p->world_rank, MPI_INFO_NULL, &p->node));
    CHECK(MPI_Comm_rank(p->node, &p->rank));
    CHECK(MPI_Comm_size(p->node, &p->size));
    leader = p->rank == 0;
    CHECK(MPI_Allreduce(&leader, &p->nodes, 1, MPI_INT, MPI_SUM, world));
}

/* The two buffers of another process of the node. */
static void find_block(const struct plate *p, int rank, const real *blocks[2])
{
    MPI_Aint bytes;
    int unit;
    real *base;

    CHECK(MPI_Win_shared_query(p->win, rank, &bytes, &unit, &base));
    if (unit != (int)sizeof(real) || bytes < (MPI_Aint)(2 * row_count(p, rank) * pitch(p) * sizeof(real))) {
        fprintf(stderr, "rank %d: segment of %d is too small\n", p->rank, rank);
        MPI_Abort(p->world, 1);
    }
    blocks[0] = base;
    blocks[1] = base + row_count(p, rank) * pitch(p);
}

static void make_plate(struct plate *p, const struct arguments *a)
{
    const real *blocks[2];
    MPI_Info info;
    real *base;
    size_t length;
    int i;

    p->width = a->width;
    p->height = a->height;
    if (p->height < p->size) {
        fprintf(stderr, "fewer rows than processes\n");
        MPI_Abort(p->world, 1);
    }
    p->first = first_row(p, p->rank);
    p->rows = row_count(p, p->rank);
    length = (size_t)p->rows * pitch(p);

    CHECK(MPI_Info_create(&info));
    CHECK(MPI_Info_set(info, "alloc_shared_noncontig", "true"));
    CHECK(MPI_Win_allocate_shared(2 * length * sizeof(real), sizeof(real), info, p->node, &base, &p->win));
    CHECK(MPI_Info_free(&info));
    p->block[0] = base;
    p->block[1] = base + length;

    p->frame[0] = malloc(pitch(p) * sizeof(real));
    p->frame[1] = malloc(pitch(p) * sizeof(real));
    if (!p->frame[0] || !p->frame[1])
        MPI_Abort(p->world, 1);
    for (i = 0; i < pitch(p); i++) {
        p->frame[0][i] = 1.0;
        p->frame[1][i] = 0.0;
    }

    p->above[0] = p->above[1] = p->frame[0];
    p->below[0] = p->below[1] = p->frame[1];
    if (p->rank > 0) {
        size_t last = (size_t)(row_count(p, p->rank - 1) - 1) * pitch(p);

        find_block(p, p->rank - 1, blocks);
        p->above[0] = blocks[0] + last;
        p->above[1] = blocks[1] + last;
    }
    if (p->rank < p->size - 1) {
        find_block(p, p->rank + 1, blocks);
        p->below[0] = blocks[0];
        p->below[1] = blocks[1];
    }
}

static void free_plate(struct plate *p)
{
    CHECK(MPI_Win_free(&p->win));
    free(p->frame[0]);
    free(p->frame[1]);
    CHECK(MPI_Comm_free(&p->node));
}

static void node_sync(const struct plate *p)
{
    CHECK(MPI_Win_sync(p->win));
#ifndef RACY
    CHECK(MPI_Barrier(p->node));
#endif
    CHECK(MPI_Win_sync(p->win));
}

static void clear(struct plate *p)
{
    memset(p->block[0], 0, (size_t)p->rows * pitch(p) * sizeof(real));
    memset(p->block[1], 0, (size_t)p->rows * pitch(p) * sizeof(real));
}

/* One row from the rows around it. The columns at both ends are the frame. */
static void update_row(real *next, const real *up, const real *here, const real *down, int width)
{
    int i;

    for (i = 1; i <= width; i++)
        next[i] = 0.25 * (up[i] + down[i] + here[i - 1] + here[i + 1]); //@ A
}

static void step(struct plate *p, int from)
{
    const real *old = p->block[from];
    real *next = p->block[1 - from];
    int j;

    for (j = 0; j < p->rows; j++) {
        const real *here = old + j * pitch(p);
        const real *up = j > 0 ? here - pitch(p) : p->above[from];
        const real *down = j < p->rows - 1 ? here + pitch(p) : p->below[from];

        update_row(next + j * pitch(p), up, here, down, p->width);
    }
}

static int run(struct plate *p, int steps, double *seconds)
{
    int current = 0, s;
    double start;

    CHECK(MPI_Win_lock_all(0, p->win));
    clear(p);
    CHECK(MPI_Win_sync(p->win));
    CHECK(MPI_Barrier(p->node));
    CHECK(MPI_Win_sync(p->win));
    start = MPI_Wtime();
    for (s = 0; s < steps; s++) {
        step(p, current);
        node_sync(p);
        current = 1 - current;
    }
    *seconds = MPI_Wtime() - start;
    CHECK(MPI_Win_unlock_all(p->win));
    CHECK(MPI_Barrier(p->node));
    return current;
}

/* The whole plate, computed by one process. */
static real *alone(const struct plate *p, int steps)
{
    const size_t cells = (size_t)pitch(p) * (p->height + 2);
    real *a = calloc(cells, sizeof(real)), *b = calloc(cells, sizeof(real));
    real *swap;
    int i, j, s;

    if (!a || !b)
        MPI_Abort(p->world, 1);
    for (i = 0; i < pitch(p); i++)
        a[i] = b[i] = 1.0;
    for (s = 0; s < steps; s++) {
        for (j = 1; j <= p->height; j++) {
            real *row = a + (size_t)j * pitch(p);

            for (i = 1; i <= p->width; i++)
                b[(size_t)j * pitch(p) + i] = 0.25 * (row[i - pitch(p)] + row[i + pitch(p)] + row[i - 1] + row[i + 1]);
        }
        swap = a;
        a = b;
        b = swap;
    }
    free(b);
    return a;
}

static double difference(const struct plate *p, int which, int steps)
{
    real *want = alone(p, steps);
    double worst = 0.0, result = 0.0;
    int i, j;

    for (j = 0; j < p->rows; j++)
        for (i = 1; i <= p->width; i++) {
            double d = fabs(p->block[which][j * pitch(p) + i] - want[(size_t)(p->first + j) * pitch(p) + i]);

            if (d > worst)
                worst = d;
        }
    free(want);
    CHECK(MPI_Allreduce(&worst, &result, 1, MPI_DOUBLE, MPI_MAX, p->world));
    return result;
}

/* All nodes computed the same plate: the sums have to agree. */
static int nodes_agree(const struct plate *p, int which)
{
    double sum = 0.0, mine = 0.0, low, high;
    int i, j;

    for (j = 0; j < p->rows; j++)
        for (i = 1; i <= p->width; i++)
            mine += p->block[which][j * pitch(p) + i];
    CHECK(MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, p->node));
    CHECK(MPI_Allreduce(&sum, &low, 1, MPI_DOUBLE, MPI_MIN, p->world));
    CHECK(MPI_Allreduce(&sum, &high, 1, MPI_DOUBLE, MPI_MAX, p->world));
    return high - low <= 1e-9 * fabs(high);
}

int main(int argc, char **argv)
{
    struct arguments args;
    struct plate plate;
    double best = 0.0, seconds = 0.0, slowest = 0.0, error = 0.0;
    int sample, last = 0, agree;

    CHECK(MPI_Init(&argc, &argv));
    if (!get_arguments(argc, argv, &args)) {
        fprintf(stderr, "arguments: [-size W H] [-steps N] [-samples N] [-q]\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    find_communicators(&plate, MPI_COMM_WORLD);
    make_plate(&plate, &args);
    for (sample = 0; sample < args.samples; sample++) {
        last = run(&plate, args.steps, &seconds);
        CHECK(MPI_Allreduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, plate.world));
        if (!args.quiet)
            say(&plate, "sample %d: %.6f s\n", sample, slowest);
        if (sample == 0 || slowest < best)
            best = slowest;
    }
    error = difference(&plate, last, args.steps);
    agree = nodes_agree(&plate, last);
    say(&plate, "%d nodes, %d processes on the first, %d x %d cells, %d steps\n", plate.nodes, plate.size, plate.width,
        plate.height, args.steps);
    say(&plate, "best %.6f s, %.3f million cells a second and node\n", best,
        1e-6 * plate.width * plate.height * (double)args.steps / (best > 0.0 ? best : 1.0));
    say(&plate, "error %.2e, nodes %s\n", error, agree ? "agree" : "DISAGREE");
    free_plate(&plate);
    CHECK(MPI_Finalize());
    return error < 1e-12 && agree ? 0 : 1;
}
