/*
 * Two-dimensional wave equation with halo exchange by subarray datatypes on a Cartesian grid, under fences.
 *
 * A datatype from MPI_Type_create_subarray for each side of the local field describes the edge that is sent and the ghost cells that
 * receive it. There are two fields in two windows, one for the amplitude and one for the velocity; the grid is periodic in x
 * and open in y. Local sizes are the same on all processes.
 *
 * Race-free as compiled plainly: in a step all puts of the halo lie between two fences (MPI 4.1, 12.5.1). What is stored to and read
 * between these fences does not overlap with them: the field is changed and its ghosts are read in other epochs, behind the second fence
 * and before the first fence of the next exchange. The four ghosts of a process are written by puts to disjoint cells: rows 0
 * and h + 1 from column 1 to w, columns 0 and w + 1 from row 1 to h.
 *
 * Under -DRACY the fence before the puts is left out ("there is one at the end already"): a process that is through with its
 * update puts its edge (A) while its neighbour still reads the ghost cells for its own (B). Happens with
 * two or more processes.
 * The labels hold under -DRACY; compiled plainly the program is to be free of findings.
 */
//@ expect: error RMA201 A B
#include <errno.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NDIMS 2
#define SIDES 4

enum side { UP, DOWN, LEFT, RIGHT };

typedef struct halo {
    MPI_Datatype send[SIDES];
    MPI_Datatype recv[SIDES];   /* at the neighbour on that side */
    int peer[SIDES];
} halo_t;

typedef struct field {
    double *cells;
    MPI_Win win;
} field_t;

typedef struct sim {
    MPI_Comm cart;
    int rank, size;
    int dims[NDIMS], periods[NDIMS], coords[NDIMS];
    int h, w;                   /* local rows and columns */
    double c2;                  /* (speed * dt / dx) squared */
    halo_t halo;
    field_t amplitude, velocity;
} sim_t;

typedef struct opts {
    int rows, cols, steps, every;
    double courant;
    char *out;
} opts_t;

#define MPI_SAFE(stmt)                                                                           \
    do {                                                                                         \
        int rc = stmt;                                                                           \
        if (rc != MPI_SUCCESS) {                                                                 \
            int eclass = 0;                                                                      \
            MPI_Error_class(rc, &eclass);                                                        \
            fprintf(stderr, "%s at %s:%d returned %d (class %d)\n", #stmt, __FILE__, __LINE__, rc, eclass); \
            MPI_Abort(MPI_COMM_WORLD, rc);                                                       \
        }                                                                                        \
    } while (0)

#define IDX(s, j, i) ((size_t)(j) * ((s)->w + 2) + (i))

static long parse_long(const char *text, const char *what)
{
    char *end = NULL;
    long value;

    errno = 0;
    value = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || value < 0) {
        fprintf(stderr, "%s: '%s' is not a number\n", what, text);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return value;
}

static void parse_opts(opts_t *o, int argc, char **argv)
{
    int i;

    o->rows = 200;
    o->cols = 200;
    o->steps = 100;
    o->every = 0;
    o->courant = 0.5;
    o->out = NULL;
    for (i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "-rows"))
            o->rows = (int)parse_long(argv[i + 1], "rows");
        else if (!strcmp(argv[i], "-cols"))
            o->cols = (int)parse_long(argv[i + 1], "cols");
        else if (!strcmp(argv[i], "-steps"))
            o->steps = (int)parse_long(argv[i + 1], "steps");
        else if (!strcmp(argv[i], "-every"))
            o->every = (int)parse_long(argv[i + 1], "every");
        else if (!strcmp(argv[i], "-courant"))
            o->courant = atof(argv[i + 1]);
        else if (!strcmp(argv[i], "-out"))
            o->out = argv[i + 1];
        else {
            fprintf(stderr, "unknown option %s\n", argv[i]);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
}

static MPI_Datatype block_type(const sim_t *s, int row, int col, int rows, int cols)
{
    int sizes[NDIMS], subsizes[NDIMS], starts[NDIMS];
    MPI_Datatype type;

    sizes[0] = s->h + 2;
    sizes[1] = s->w + 2;
    subsizes[0] = rows;
    subsizes[1] = cols;
    starts[0] = row;
    starts[1] = col;
    MPI_SAFE(MPI_Type_create_subarray(NDIMS, sizes, subsizes, starts, MPI_ORDER_C, MPI_DOUBLE, &type));
    MPI_SAFE(MPI_Type_commit(&type));
    return type;
}

static void halo_create(sim_t *s)
{
    halo_t *halo = &s->halo;

    MPI_SAFE(MPI_Cart_shift(s->cart, 0, 1, &halo->peer[UP], &halo->peer[DOWN]));
    MPI_SAFE(MPI_Cart_shift(s->cart, 1, 1, &halo->peer[LEFT], &halo->peer[RIGHT]));

    halo->send[UP] = block_type(s, 1, 1, 1, s->w);
    halo->recv[UP] = block_type(s, s->h + 1, 1, 1, s->w);
    halo->send[DOWN] = block_type(s, s->h, 1, 1, s->w);
    halo->recv[DOWN] = block_type(s, 0, 1, 1, s->w);
    halo->send[LEFT] = block_type(s, 1, 1, s->h, 1);
    halo->recv[LEFT] = block_type(s, 1, s->w + 1, s->h, 1);
    halo->send[RIGHT] = block_type(s, 1, s->w, s->h, 1);
    halo->recv[RIGHT] = block_type(s, 1, 0, s->h, 1);
}

static void halo_free(halo_t *halo)
{
    int side;

    for (side = 0; side < SIDES; side++) {
        MPI_SAFE(MPI_Type_free(&halo->send[side]));
        MPI_SAFE(MPI_Type_free(&halo->recv[side]));
    }
}

static void field_create(const sim_t *s, field_t *f)
{
    size_t bytes = (size_t)(s->h + 2) * (s->w + 2) * sizeof(double);

    MPI_SAFE(MPI_Alloc_mem(bytes, MPI_INFO_NULL, &f->cells));
    memset(f->cells, 0, bytes);
    MPI_SAFE(MPI_Win_create(f->cells, bytes, sizeof(double), MPI_INFO_NULL, s->cart, &f->win));
    MPI_SAFE(MPI_Win_fence(MPI_MODE_NOPRECEDE, f->win));
}

static void field_free(field_t *f)
{
    MPI_SAFE(MPI_Win_fence(MPI_MODE_NOSUCCEED, f->win));
    MPI_SAFE(MPI_Win_free(&f->win));
    MPI_SAFE(MPI_Free_mem(f->cells));
}

/* Brings the edges of the neighbours into the ghosts of a field. */
static void exchange(sim_t *s, field_t *f)
{
    int side;

#ifndef RACY
    MPI_SAFE(MPI_Win_fence(0, f->win));
#endif
    for (side = 0; side < SIDES; side++)
        MPI_SAFE(MPI_Put(f->cells, 1, s->halo.send[side], s->halo.peer[side], 0, 1, s->halo.recv[side], f->win)); //@ A
    MPI_SAFE(MPI_Win_fence(0, f->win));
}

static void sim_create(sim_t *s, const opts_t *o)
{
    MPI_SAFE(MPI_Comm_size(MPI_COMM_WORLD, &s->size));
    s->dims[0] = s->dims[1] = 0;
    s->periods[0] = 0;
    s->periods[1] = 1;
    MPI_SAFE(MPI_Dims_create(s->size, NDIMS, s->dims));
    MPI_SAFE(MPI_Cart_create(MPI_COMM_WORLD, NDIMS, s->dims, s->periods, 1, &s->cart));
    MPI_SAFE(MPI_Comm_rank(s->cart, &s->rank));
    MPI_SAFE(MPI_Cart_coords(s->cart, s->rank, NDIMS, s->coords));
    /* Round up, so that all processes have blocks of one size. */
    s->h = (o->rows + s->dims[0] - 1) / s->dims[0];
    s->w = (o->cols + s->dims[1] - 1) / s->dims[1];
    if (s->h < 1 || s->w < 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    s->c2 = o->courant * o->courant;
    halo_create(s);
    field_create(s, &s->amplitude);
    field_create(s, &s->velocity);
}

static void sim_free(sim_t *s)
{
    field_free(&s->velocity);
    field_free(&s->amplitude);
    halo_free(&s->halo);
    MPI_SAFE(MPI_Comm_free(&s->cart));
}

static double bump(const sim_t *s, int row, int col)
{
    double y = (s->coords[0] * s->h + row + 0.5) / (s->h * s->dims[0]) - 0.5;
    double x = (s->coords[1] * s->w + col + 0.5) / (s->w * s->dims[1]) - 0.5;

    return exp(-100.0 * (x * x + y * y));
}

static void set_start(sim_t *s)
{
    int i, j;

    for (j = 1; j <= s->h; j++)
        for (i = 1; i <= s->w; i++)
            s->amplitude.cells[IDX(s, j, i)] = bump(s, j - 1, i - 1);
}

/* Open ends in y: the ghost rows of the first and the last row of processes mirror their edges. */
static void mirror(sim_t *s, field_t *f)
{
    int i;

    if (s->halo.peer[UP] == MPI_PROC_NULL)
        for (i = 1; i <= s->w; i++)
            f->cells[IDX(s, 0, i)] = f->cells[IDX(s, 1, i)];
    if (s->halo.peer[DOWN] == MPI_PROC_NULL)
        for (i = 1; i <= s->w; i++)
            f->cells[IDX(s, s->h + 1, i)] = f->cells[IDX(s, s->h, i)];
}

static void kick(sim_t *s)
{
    const double *u = s->amplitude.cells;
    double *v = s->velocity.cells;
    const int pitch = s->w + 2;
    int i, j;

    for (j = 1; j <= s->h; j++)
        for (i = 1; i <= s->w; i++) {
            const double *p = u + IDX(s, j, i);

            v[IDX(s, j, i)] += s->c2 * (p[-1] + p[1] + p[-pitch] + p[pitch] - 4.0 * *p); //@ B
        }
}

static void drift(sim_t *s)
{
    int i, j;

    for (j = 1; j <= s->h; j++)
        for (i = 1; i <= s->w; i++)
            s->amplitude.cells[IDX(s, j, i)] += s->velocity.cells[IDX(s, j, i)];
}

static double sum_of(const sim_t *s, const field_t *f, int power)
{
    double mine = 0.0, all = 0.0;
    int i, j;

    for (j = 1; j <= s->h; j++)
        for (i = 1; i <= s->w; i++) {
            double value = f->cells[IDX(s, j, i)];

            mine += power == 2 ? value * value : value;
        }
    MPI_SAFE(MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, s->cart));
    return all;
}

static void write_block(const sim_t *s, const char *stem)
{
    char name[512];
    FILE *f;
    int j;

    snprintf(name, sizeof(name), "%s.%04d", stem, s->rank);
    f = fopen(name, "wb");
    if (f == NULL) {
        fprintf(stderr, "%s: %s\n", name, strerror(errno));
        return;
    }
    for (j = 1; j <= s->h; j++)
        fwrite(&s->amplitude.cells[IDX(s, j, 1)], sizeof(double), s->w, f);
    fclose(f);
}

int main(int argc, char **argv)
{
    opts_t opts;
    sim_t sim;
    double before, after, t, seconds = 0.0;
    int step, ok;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    parse_opts(&opts, argc, argv);
    sim_create(&sim, &opts);
    set_start(&sim);
    before = sum_of(&sim, &sim.amplitude, 1);

    for (step = 1; step <= opts.steps; step++) {
        t = MPI_Wtime();
        exchange(&sim, &sim.amplitude);
        seconds += MPI_Wtime() - t;
        mirror(&sim, &sim.amplitude);
        kick(&sim);
        drift(&sim);
        if (opts.every > 0 && step % opts.every == 0) {
            double speed = sum_of(&sim, &sim.velocity, 2);

            exchange(&sim, &sim.velocity);
            if (sim.rank == 0)
                printf("%6d %.8e\n", step, speed);
        }
    }

    after = sum_of(&sim, &sim.amplitude, 1);
    ok = fabs(after - before) <= 1e-8 * fabs(before);
    if (opts.out != NULL)
        write_block(&sim, opts.out);
    if (sim.rank == 0) {
        printf("%d x %d processes with %d x %d cells, %d steps\n", sim.dims[0], sim.dims[1], sim.h, sim.w, opts.steps);
        printf("exchange %.6f s; sum %.10f -> %.10f, %s\n", seconds, before, after, ok ? "kept" : "LOST");
    }
    sim_free(&sim);
    MPI_Finalize();
    return !ok;
}
