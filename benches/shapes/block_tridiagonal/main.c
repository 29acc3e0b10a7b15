/*
 * An implicit time step in three directions: in each one a block-tridiagonal system with blocks of 5 x 5 for every line of a grid.
 *
 * The grid is cut into slabs along z. Lines along x and y are solved by each process alone. Those along z go through all processes: what
 * is left of the elimination at the end of a slab (a block and a right-hand side for each line) is put into the window of the next
 * process, and the solution at its beginning into that of the one before, on the way back.
 *
 * Race-free: a window has one origin for each direction, and the halves of it are disjoint. The target posts to the origin, which puts
 * between start and complete; behind the wait the puts are complete at the target (MPI 4.1, 12.5.2), and what has come is read there. It
 * posts again in the next step only, behind those reads. The buffer that is put is filled again behind complete.
 *
 * Under -DRACY the slab begins its elimination with what has come (B) before the wait that completes the put (A).
 */
//@ expect: error RMA201 A B -- with -DRACY only; none without
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 5
#define CARRIED (N * N + N)

#define CALL(expression)                                                             \
    do {                                                                             \
        if ((expression) != MPI_SUCCESS) {                                           \
            fprintf(stderr, "line %d: %s did not succeed\n", __LINE__, #expression); \
            MPI_Abort(MPI_COMM_WORLD, 3);                                            \
        }                                                                            \
    } while (0)

struct block {
    double at[N][N];
};

struct vector {
    double at[N];
};

struct grid {
    int nx, ny, nz;       /* own cells; nz is the slab's */
    struct vector *u;     /* the state */
    struct vector *rhs;   /* right-hand side, and then the change of the state */
    struct block *upper;  /* of one line: blocks of the elimination */
    struct block *carry;  /* of all cells of the slab, for the way back along z */
    double dt;
};

struct pipe {
    MPI_Comm comm;
    MPI_Group before, after; /* one process, or none at an end */
    int rank, size, lines;
    MPI_Win win;
    double *inbox;  /* CARRIED for each line from the process before, then N from the one behind */
    double *outbox; /* what is put */
};

static void *memory(size_t count, size_t size)
{
    void *p = calloc(count, size);

    if (p == NULL) {
        fprintf(stderr, "no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    return p;
}

/* The blocks of a cell: dominated by the diagonal, different in each direction and cell. */
static void coefficients(const struct grid *g, const struct vector *u, int direction, struct block *low, struct block *mid,
                         struct block *up)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            double flux = 0.05 * u->at[(i + j) % N] / (1.0 + i + j + direction);

            low->at[i][j] = -g->dt * (0.1 * (i == j) + flux);
            up->at[i][j] = -g->dt * (0.1 * (i == j) - flux);
            mid->at[i][j] = (i == j) * (1.0 + 0.6 * g->dt) + g->dt * flux;
        }
    }
}

/* c = c - a b */
static void multiply_subtract(struct block *c, const struct block *a, const struct block *b)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                c->at[i][j] -= a->at[i][k] * b->at[k][j];
}

/* y = y - a x */
static void apply_subtract(struct vector *y, const struct block *a, const struct vector *x)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            y->at[i] -= a->at[i][k] * x->at[k];
}

/* Solves with the block in place; the upper block and the right-hand side become the solutions. */
static void solve_block(struct block *mid, struct block *up, struct vector *r)
{
    for (int p = 0; p < N; p++) {
        double pivot = 1.0 / mid->at[p][p];

        for (int j = p; j < N; j++)
            mid->at[p][j] *= pivot;
        for (int j = 0; j < N; j++)
            up->at[p][j] *= pivot;
        r->at[p] *= pivot;
        for (int i = 0; i < N; i++) {
            double factor = mid->at[i][p];

            if (i == p)
                continue;
            for (int j = p; j < N; j++)
                mid->at[i][j] -= factor * mid->at[p][j];
            for (int j = 0; j < N; j++)
                up->at[i][j] -= factor * up->at[p][j];
            r->at[i] -= factor * r->at[p];
        }
    }
}

/* One line of `count` cells, `step` cells apart. */
static void solve_line(struct grid *g, struct vector *u, struct vector *r, int count, size_t step, int direction)
{
    struct block low, mid;

    for (int i = 0; i < count; i++) {
        coefficients(g, &u[i * step], direction, &low, &mid, &g->upper[i]);
        if (i > 0) {
            multiply_subtract(&mid, &low, &g->upper[i - 1]);
            apply_subtract(&r[i * step], &low, &r[(i - 1) * step]);
        }
        solve_block(&mid, &g->upper[i], &r[i * step]);
    }
    for (int i = count - 2; i >= 0; i--)
        apply_subtract(&r[i * step], &g->upper[i], &r[(i + 1) * step]);
}

static void solve_own_lines(struct grid *g)
{
    size_t plane = (size_t)g->nx * g->ny;

    for (int z = 0; z < g->nz; z++)
        for (int y = 0; y < g->ny; y++)
            solve_line(g, &g->u[z * plane + (size_t)y * g->nx], &g->rhs[z * plane + (size_t)y * g->nx], g->nx, 1, 0);
    for (int z = 0; z < g->nz; z++)
        for (int x = 0; x < g->nx; x++)
            solve_line(g, &g->u[z * plane + x], &g->rhs[z * plane + x], g->ny, (size_t)g->nx, 1);
}

static void take_in(const double *from, struct block *up, struct vector *r)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            up->at[i][j] = from[i * N + j]; //@ B
        r->at[i] = from[N * N + i];
    }
}

static void hand_on(double *to, const struct block *up, const struct vector *r)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            to[i * N + j] = up->at[i][j];
        to[N * N + i] = r->at[i];
    }
}

/* The elimination along z, from the first process to the last one. */
static void forward(struct grid *g, struct pipe *p)
{
    size_t plane = (size_t)g->nx * g->ny;

    if (p->rank > 0) {
        CALL(MPI_Win_post(p->before, 0, p->win));
#ifndef RACY
        CALL(MPI_Win_wait(p->win));
#endif
    }
    for (int line = 0; line < p->lines; line++) {
        struct block low, mid, above;
        struct vector r = {{0}};

        memset(&above, 0, sizeof above);
        if (p->rank > 0)
            take_in(&p->inbox[(size_t)line * CARRIED], &above, &r);
        for (int z = 0; z < g->nz; z++) {
            size_t cell = z * plane + line;

            coefficients(g, &g->u[cell], 2, &low, &mid, &g->carry[cell]);
            multiply_subtract(&mid, &low, &above);
            apply_subtract(&g->rhs[cell], &low, &r);
            solve_block(&mid, &g->carry[cell], &g->rhs[cell]);
            above = g->carry[cell];
            r = g->rhs[cell];
        }
        hand_on(&p->outbox[(size_t)line * CARRIED], &above, &r);
    }
#ifdef RACY
    if (p->rank > 0)
        CALL(MPI_Win_wait(p->win));
#endif
    if (p->rank + 1 < p->size) {
        CALL(MPI_Win_start(p->after, 0, p->win));
        CALL(MPI_Put(p->outbox, p->lines * CARRIED, MPI_DOUBLE, p->rank + 1, 0, p->lines * CARRIED, MPI_DOUBLE, p->win)); //@ A
        CALL(MPI_Win_complete(p->win));
    }
}

/* The solution, on the way back. */
static void backward(struct grid *g, struct pipe *p)
{
    size_t plane = (size_t)g->nx * g->ny;
    const double *from = p->inbox + (size_t)p->lines * CARRIED;

    if (p->rank + 1 < p->size) {
        CALL(MPI_Win_post(p->after, 0, p->win));
        CALL(MPI_Win_wait(p->win));
    }
    for (int line = 0; line < p->lines; line++) {
        struct vector x = {{0}};

        if (p->rank + 1 < p->size)
            for (int i = 0; i < N; i++)
                x.at[i] = from[(size_t)line * N + i];
        for (int z = g->nz - 1; z >= 0; z--) {
            size_t cell = z * plane + line;

            apply_subtract(&g->rhs[cell], &g->carry[cell], &x);
            x = g->rhs[cell];
        }
        for (int i = 0; i < N; i++)
            p->outbox[(size_t)line * N + i] = x.at[i];
    }
    if (p->rank > 0) {
        CALL(MPI_Win_start(p->before, 0, p->win));
        CALL(MPI_Put(p->outbox, p->lines * N, MPI_DOUBLE, p->rank - 1, (MPI_Aint)p->lines * CARRIED, p->lines * N, MPI_DOUBLE, p->win));
        CALL(MPI_Win_complete(p->win));
    }
}

static void pipe_open(struct pipe *p, MPI_Comm comm, int lines)
{
    MPI_Group all;
    int before, after;
    MPI_Aint cells = (MPI_Aint)lines * (CARRIED + N);

    p->comm = comm;
    p->lines = lines;
    CALL(MPI_Comm_rank(comm, &p->rank));
    CALL(MPI_Comm_size(comm, &p->size));
    CALL(MPI_Comm_group(comm, &all));
    before = p->rank - 1;
    after = p->rank + 1;
    CALL(MPI_Group_incl(all, p->rank > 0, &before, &p->before));
    CALL(MPI_Group_incl(all, p->rank + 1 < p->size, &after, &p->after));
    CALL(MPI_Group_free(&all));
    CALL(MPI_Win_allocate(cells * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &p->inbox, &p->win));
    p->outbox = memory((size_t)lines * CARRIED, sizeof *p->outbox);
}

static void pipe_close(struct pipe *p)
{
    CALL(MPI_Win_free(&p->win));
    if (p->rank > 0)
        CALL(MPI_Group_free(&p->before));
    if (p->rank + 1 < p->size)
        CALL(MPI_Group_free(&p->after));
    free(p->outbox);
}

static double change(const struct grid *g, MPI_Comm comm)
{
    size_t cells = (size_t)g->nx * g->ny * g->nz;
    double own = 0.0, all = 0.0;

    for (size_t cell = 0; cell < cells; cell++)
        for (int i = 0; i < N; i++)
            own += g->rhs[cell].at[i] * g->rhs[cell].at[i];
    CALL(MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, comm));
    return sqrt(all);
}

int main(int argc, char **argv)
{
    struct grid g = {.nx = 16, .ny = 16, .dt = 0.2};
    struct pipe p;
    int depth = 16, steps = 10;
    double first = 0.0, last = 0.0, start;

    CALL(MPI_Init(&argc, &argv));
    if (argc > 1)
        g.nx = g.ny = depth = atoi(argv[1]);
    if (argc > 2)
        steps = atoi(argv[2]);
    if (g.nx < 1 || steps < 1)
        MPI_Abort(MPI_COMM_WORLD, 2);
    pipe_open(&p, MPI_COMM_WORLD, g.nx * g.ny);
    g.nz = depth / p.size + (p.rank < depth % p.size);

    size_t cells = (size_t)g.nx * g.ny * g.nz;
    int longest = g.nx > g.ny ? g.nx : g.ny;
    g.u = memory(cells + 1, sizeof *g.u);
    g.rhs = memory(cells + 1, sizeof *g.rhs);
    g.carry = memory(cells + 1, sizeof *g.carry);
    g.upper = memory((size_t)longest, sizeof *g.upper);
    for (size_t cell = 0; cell < cells; cell++)
        for (int i = 0; i < N; i++)
            g.u[cell].at[i] = 1.0 + 0.01 * ((cell + (size_t)i) % 7);

    start = MPI_Wtime();
    for (int step = 0; step < steps; step++) {
        for (size_t cell = 0; cell < cells; cell++)
            for (int i = 0; i < N; i++)
                g.rhs[cell].at[i] = g.dt * (1.0 - g.u[cell].at[i]);
        solve_own_lines(&g);
        forward(&g, &p);
        backward(&g, &p);
        for (size_t cell = 0; cell < cells; cell++)
            for (int i = 0; i < N; i++)
                g.u[cell].at[i] += g.rhs[cell].at[i];
        last = change(&g, p.comm);
        if (step == 0)
            first = last;
    }
    if (p.rank == 0) {
        printf("change %.10e, then %.10e: %s\n", first, last, last < first ? "ok" : "FAILED");
        printf("time %.4f s\n", MPI_Wtime() - start);
    }
    pipe_close(&p);
    free(g.u);
    free(g.rhs);
    free(g.carry);
    free(g.upper);
    CALL(MPI_Finalize());
    return last < first ? 0 : 1;
}
