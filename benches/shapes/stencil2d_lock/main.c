/*
 * Two-dimensional diffusion on a hand-made grid of processes; each neighbour is locked, written and unlocked in turn.
 *
 * The number of process columns is the largest divisor of the process count that is not above its square root; a process
 * finds its place by division and remainder. The window is the whole local field with a frame of ghost cells. In
 * a step each process writes its edge rows and columns (a vector type) right into the frames of its neighbours.
 *
 * Race-free as compiled plainly: unlock completes the puts of the epoch at origin and target (MPI 4.1, 12.5.3), and the
 * barrier behind the exchange lets no process read its frame before all have unlocked. The second barrier, behind the update, lets
 * no process put the next edges before all have read their frames. The edges, which are origins of puts, are
 * stored to only behind the unlock. The four edges of the frame are written by four different neighbours, and corners by none.
 *
 * Under -DRACY the second barrier is left out, as the locks seem to keep the processes apart: a fast neighbour puts the edge
 * of the next step (A) while a slow one still reads its frame (B). Happens with two or more processes.
 * The labels hold under -DRACY; compiled plainly the program is to be free of findings.
 */
//@ expect: error RMA201 A B
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(x)                                                              \
    {                                                                      \
        int ok_code = (x);                                                 \
        if (ok_code != MPI_SUCCESS) {                                      \
            fprintf(stderr, "MPI error %d at line %d\n", ok_code, __LINE__); \
            MPI_Abort(MPI_COMM_WORLD, ok_code);                            \
        }                                                                  \
    }

#define AT(d, i, j) ((j) * ((d)->w + 2) + (i))

typedef struct {
    int target;              /* rank, or -1 at the border of the domain */
    int from;                /* first cell of the own edge */
    MPI_Aint to;             /* first cell in the frame of the neighbour */
    int count;               /* elements of the type */
    MPI_Datatype type;       /* a row or a column */
} Edge;

typedef struct {
    int rank, size;
    int nx, ny;              /* processes in x and y */
    int px, py;              /* place of this one */
    int w, h;                /* own cells in x and y */
    double *u;               /* window memory, with frame */
    double *v;               /* next values */
    MPI_Win win;
    MPI_Datatype column;
    Edge edge[4];
} Domain;

typedef struct {
    int width, height;
    int steps;
    int output;
    double nu;
    const char *dump;
} Config;

static double now(void)
{
    return MPI_Wtime();
}

static int read_config(Config *c, int argc, char *argv[])
{
    int k;

    memset(c, 0, sizeof *c);
    c->width = 240;
    c->height = 240;
    c->steps = 100;
    c->nu = 0.2;
    for (k = 1; k < argc; k++) {
        const char *arg = argv[k];

        if (!strncmp(arg, "width=", 6))
            c->width = atoi(arg + 6);
        else if (!strncmp(arg, "height=", 7))
            c->height = atoi(arg + 7);
        else if (!strncmp(arg, "steps=", 6))
            c->steps = atoi(arg + 6);
        else if (!strncmp(arg, "nu=", 3))
            c->nu = atof(arg + 3);
        else if (!strncmp(arg, "output=", 7))
            c->output = atoi(arg + 7);
        else if (!strncmp(arg, "dump=", 5))
            c->dump = arg + 5;
        else {
            fprintf(stderr, "unknown argument %s\n", arg);
            return 0;
        }
    }
    return c->width > 0 && c->height > 0 && c->nu > 0 && c->nu <= 0.25;
}

/* The largest divisor of size up to its square root. */
static int process_columns(int size)
{
    int nx = (int)sqrt((double)size);

    while (size % nx != 0)
        nx--;
    return nx;
}

static void make_edges(Domain *d)
{
    const int pitch = d->w + 2;
    Edge *e = d->edge;

    /* My lowest row becomes the upper frame of the one below, and so on. */
    e[0].target = d->py > 0 ? d->rank - d->nx : -1;
    e[0].from = AT(d, 1, 1);
    e[0].to = (d->h + 1) * pitch + 1;
    e[0].count = d->w;
    e[0].type = MPI_DOUBLE;

    e[1].target = d->py < d->ny - 1 ? d->rank + d->nx : -1;
    e[1].from = AT(d, 1, d->h);
    e[1].to = 1;
    e[1].count = d->w;
    e[1].type = MPI_DOUBLE;

    e[2].target = d->px > 0 ? d->rank - 1 : -1;
    e[2].from = AT(d, 1, 1);
    e[2].to = pitch + d->w + 1;
    e[2].count = 1;
    e[2].type = d->column;

    e[3].target = d->px < d->nx - 1 ? d->rank + 1 : -1;
    e[3].from = AT(d, d->w, 1);
    e[3].to = pitch;
    e[3].count = 1;
    e[3].type = d->column;
}

static void make_domain(Domain *d, const Config *c)
{
    size_t cells;

    OK(MPI_Comm_rank(MPI_COMM_WORLD, &d->rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &d->size));
    d->nx = process_columns(d->size);
    d->ny = d->size / d->nx;
    d->px = d->rank % d->nx;
    d->py = d->rank / d->nx;

    if (c->width % d->nx != 0 || c->height % d->ny != 0) {
        if (d->rank == 0)
            fprintf(stderr, "%d x %d cells cannot be divided among %d x %d processes\n", c->width, c->height, d->nx, d->ny);
        MPI_Finalize();
        exit(1);
    }
    d->w = c->width / d->nx;
    d->h = c->height / d->ny;

    cells = (size_t)(d->w + 2) * (d->h + 2);
    OK(MPI_Win_allocate(cells * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &d->u, &d->win));
    d->v = (double *)malloc(cells * sizeof(double));
    if (!d->v) {
        perror("malloc");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    OK(MPI_Type_vector(d->h, 1, d->w + 2, MPI_DOUBLE, &d->column));
    OK(MPI_Type_commit(&d->column));
    make_edges(d);
}

static void free_domain(Domain *d)
{
    OK(MPI_Type_free(&d->column));
    OK(MPI_Win_free(&d->win));
    free(d->v);
}

/* A hot rectangle in the middle of a cold plate. */
static void first_values(Domain *d, const Config *c)
{
    int i, j;

    for (j = 0; j < d->h + 2; j++) {
        for (i = 0; i < d->w + 2; i++) {
            int x = d->px * d->w + i - 1;
            int y = d->py * d->h + j - 1;
            int hot = x >= c->width / 3 && x < 2 * c->width / 3 && y >= c->height / 3 && y < 2 * c->height / 3;

            d->u[AT(d, i, j)] = hot ? 1.0 : 0.0;
            d->v[AT(d, i, j)] = 0.0;
        }
    }
}

static void send_edges(Domain *d)
{
    int k;

    for (k = 0; k < 4; k++) {
        const Edge *e = &d->edge[k];

        if (e->target < 0)
            continue;
        OK(MPI_Win_lock(MPI_LOCK_SHARED, e->target, 0, d->win));
        OK(MPI_Put(d->u + e->from, e->count, e->type, e->target, e->to, e->count, e->type, d->win)); //@ A
        OK(MPI_Win_unlock(e->target, d->win));
    }
}

static void compute(Domain *d, double nu)
{
    const double *u = d->u;
    int i, j;

    for (j = 1; j <= d->h; j++)
        for (i = 1; i <= d->w; i++) {
            double sum = u[AT(d, i - 1, j)] + u[AT(d, i + 1, j)] + u[AT(d, i, j - 1)] + u[AT(d, i, j + 1)]; //@ B

            d->v[AT(d, i, j)] = (1.0 - 4.0 * nu) * u[AT(d, i, j)] + nu * sum;
        }
}

static void accept_values(Domain *d)
{
    int j;

    for (j = 1; j <= d->h; j++)
        memcpy(&d->u[AT(d, 1, j)], &d->v[AT(d, 1, j)], d->w * sizeof(double));
}

static double mass(const Domain *d)
{
    double sum = 0.0, total;
    int i, j;

    for (j = 1; j <= d->h; j++)
        for (i = 1; i <= d->w; i++)
            sum += d->u[AT(d, i, j)];
    OK(MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
    return total;
}

static void run(Domain *d, const Config *c, double *exchange_time, double *compute_time)
{
    int step;

    *exchange_time = *compute_time = 0.0;
    for (step = 0; step < c->steps; step++) {
        double t0 = now(), t1;

        send_edges(d);
        OK(MPI_Barrier(MPI_COMM_WORLD));
        t1 = now();
        *exchange_time += t1 - t0;

        compute(d, c->nu);
        accept_values(d);
#ifndef RACY
        OK(MPI_Barrier(MPI_COMM_WORLD));
#endif
        *compute_time += now() - t1;

        if (c->output > 0 && (step + 1) % c->output == 0) {
            double m = mass(d);

            if (d->rank == 0)
                printf("step %5d: mass %.10f\n", step + 1, m);
        }
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

/* Each process writes its block; the processes take turns by a message that goes round. */
static void dump(const Domain *d, const char *name)
{
    int turn = 0, i, j;
    FILE *out;

    if (d->rank > 0)
        OK(MPI_Recv(&turn, 1, MPI_INT, d->rank - 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    out = fopen(name, d->rank == 0 ? "w" : "a");
    if (out) {
        for (j = 1; j <= d->h; j++)
            for (i = 1; i <= d->w; i++)
                fprintf(out, "%d %d %.8e\n", d->px * d->w + i - 1, d->py * d->h + j - 1, d->u[AT(d, i, j)]);
        fclose(out);
    }
    turn++;
    if (d->rank < d->size - 1)
        OK(MPI_Send(&turn, 1, MPI_INT, d->rank + 1, 7, MPI_COMM_WORLD));
}

/* Repeats the run alone, on the whole plate, and compares the own block. */
static double compare(const Domain *d, const Config *c)
{
    const int w = c->width, h = c->height, pitch = w + 2;
    double *a = calloc((size_t)pitch * (h + 2), sizeof(double));
    double *b = calloc((size_t)pitch * (h + 2), sizeof(double));
    double worst = 0.0, result;
    int i, j, step;

    if (!a || !b)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (j = 0; j < h; j++)
        for (i = 0; i < w; i++)
            if (i >= w / 3 && i < 2 * w / 3 && j >= h / 3 && j < 2 * h / 3)
                a[(j + 1) * pitch + i + 1] = 1.0;
    for (step = 0; step < c->steps; step++) {
        for (j = 1; j <= h; j++)
            for (i = 1; i <= w; i++) {
                int p = j * pitch + i;

                b[p] = (1.0 - 4.0 * c->nu) * a[p] + c->nu * (a[p - 1] + a[p + 1] + a[p - pitch] + a[p + pitch]);
            }
        memcpy(a, b, (size_t)pitch * (h + 2) * sizeof(double));
    }
    for (j = 1; j <= d->h; j++)
        for (i = 1; i <= d->w; i++) {
            double want = a[(d->py * d->h + j) * pitch + d->px * d->w + i];
            double diff = fabs(want - d->u[AT(d, i, j)]);

            if (diff > worst)
                worst = diff;
        }
    free(a);
    free(b);
    OK(MPI_Allreduce(&worst, &result, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD));
    return result;
}

int main(int argc, char *argv[])
{
    Config config;
    Domain domain;
    double before, after, exchange_time, compute_time, difference;

    MPI_Init(&argc, &argv);
    if (!read_config(&config, argc, argv)) {
        MPI_Finalize();
        return 1;
    }
    make_domain(&domain, &config);
    first_values(&domain, &config);
    before = mass(&domain);
    OK(MPI_Barrier(MPI_COMM_WORLD));

    run(&domain, &config, &exchange_time, &compute_time);

    after = mass(&domain);
    difference = compare(&domain, &config);
    if (config.dump)
        dump(&domain, config.dump);
    if (domain.rank == 0) {
        printf("%d x %d cells, %d x %d processes, %d steps\n", config.width, config.height, domain.nx, domain.ny,
               config.steps);
        printf("exchange %.4f s, compute %.4f s\n", exchange_time, compute_time);
        printf("mass %.6f -> %.6f, difference to the serial run %.2e\n", before, after, difference);
    }
    free_domain(&domain);
    MPI_Finalize();
    return difference < 1e-12 ? 0 : 1;
}
