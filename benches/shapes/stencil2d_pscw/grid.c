/* The process grid, and the exchange of edges by post-start-complete-wait. */
#include "grid.h"

#include <stdlib.h>

void check_mpi(int code, const char *call, const char *file, int line)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;

    if (code == MPI_SUCCESS)
        return;
    MPI_Error_string(code, text, &length);
    fprintf(stderr, "%s:%d: %s: %.*s\n", file, line, call, length, text);
    MPI_Abort(MPI_COMM_WORLD, code);
}

static void *allocate(size_t count)
{
    double *p = calloc(count, sizeof(double));

    if (p == NULL) {
        fprintf(stderr, "no memory for %zu numbers\n", count);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return p;
}

/* Divides n cells among parts; the first ones get what is left over. */
static void decompose(int n, int parts, int part, int *first, int *count)
{
    int base = n / parts, rest = n % parts;

    *count = base + (part < rest);
    *first = part * base + (part < rest ? part : rest);
}

int grid_opposite(int direction)
{
    switch (direction) {
    case NORTH:
        return SOUTH;
    case SOUTH:
        return NORTH;
    case WEST:
        return EAST;
    default:
        return WEST;
    }
}

int grid_edge_length(const struct grid *g, int direction)
{
    return direction == NORTH || direction == SOUTH ? g->lx : g->ly;
}

static void make_group(struct grid *g)
{
    MPI_Group all;
    int ranks[DIRECTIONS], count = 0, d;

    for (d = 0; d < DIRECTIONS; d++)
        if (g->neighbour[d] != MPI_PROC_NULL)
            ranks[count++] = g->neighbour[d];
    CHECK(MPI_Comm_group(g->comm, &all));
    CHECK(MPI_Group_incl(all, count, ranks, &g->peers));
    CHECK(MPI_Group_free(&all));
}

void grid_create(struct grid *g, MPI_Comm comm, int nx, int ny)
{
    int periods[2] = {0, 0};
    int columns, rows;

    CHECK(MPI_Comm_size(comm, &g->size));
    g->dims[0] = g->dims[1] = 0;
    CHECK(MPI_Dims_create(g->size, 2, g->dims));
    CHECK(MPI_Cart_create(comm, 2, g->dims, periods, 1, &g->comm));
    CHECK(MPI_Comm_rank(g->comm, &g->rank));
    CHECK(MPI_Cart_coords(g->comm, g->rank, 2, g->coords));
    CHECK(MPI_Cart_shift(g->comm, 0, 1, &g->neighbour[NORTH], &g->neighbour[SOUTH]));
    CHECK(MPI_Cart_shift(g->comm, 1, 1, &g->neighbour[WEST], &g->neighbour[EAST]));
    if (nx < g->dims[1] || ny < g->dims[0]) {
        if (g->rank == 0)
            fprintf(stderr, "a grid of %d x %d is too small for %d x %d processes\n", nx, ny, g->dims[1], g->dims[0]);
        MPI_Abort(comm, 1);
    }

    g->nx = nx;
    g->ny = ny;
    decompose(nx, g->dims[1], g->coords[1], &g->x0, &g->lx);
    decompose(ny, g->dims[0], g->coords[0], &g->y0, &g->ly);
    g->pitch = g->lx + 2;
    g->field[0] = allocate((size_t)(g->ly + 2) * g->pitch);
    g->field[1] = allocate((size_t)(g->ly + 2) * g->pitch);

    columns = (nx + g->dims[1] - 1) / g->dims[1];
    rows = (ny + g->dims[0] - 1) / g->dims[0];
    g->slot = columns > rows ? columns : rows;
    g->out = allocate((size_t)DIRECTIONS * g->slot);
    g->mailbox = allocate((size_t)DIRECTIONS * g->slot);
    CHECK(MPI_Win_create(g->mailbox, (MPI_Aint)DIRECTIONS * g->slot * sizeof(double), sizeof(double), MPI_INFO_NULL,
                         g->comm, &g->win));
    make_group(g);
}

void grid_destroy(struct grid *g)
{
    CHECK(MPI_Group_free(&g->peers));
    CHECK(MPI_Win_free(&g->win));
    free(g->mailbox);
    free(g->out);
    free(g->field[0]);
    free(g->field[1]);
    CHECK(MPI_Comm_free(&g->comm));
}

/* Where the edge towards a direction begins, and how far its cells are apart. */
static int edge_start(const struct grid *g, int direction)
{
    switch (direction) {
    case NORTH:
    case WEST:
        return g->pitch + 1;
    case SOUTH:
        return g->ly * g->pitch + 1;
    default:
        return g->pitch + g->lx;
    }
}

static int edge_step(const struct grid *g, int direction)
{
    return direction == NORTH || direction == SOUTH ? 1 : g->pitch;
}

void grid_copy_out(const struct grid *g, const double *u, int direction, double *edge)
{
    const int n = grid_edge_length(g, direction);
    const int start = edge_start(g, direction), step = edge_step(g, direction);
    int i;

    for (i = 0; i < n; i++)
        edge[i] = u[start + i * step];
}

double *grid_ghost(const struct grid *g, double *u, int direction, int i)
{
    switch (direction) {
    case NORTH:
        return &u[1 + i];
    case SOUTH:
        return &u[(g->ly + 1) * g->pitch + 1 + i];
    case WEST:
        return &u[(1 + i) * g->pitch];
    default:
        return &u[(1 + i) * g->pitch + g->lx + 1];
    }
}

static void unpack(struct grid *g, double *u)
{
    int d, i;

    for (d = 0; d < DIRECTIONS; d++) {
        const double *strip = g->mailbox + d * g->slot;
        const int n = grid_edge_length(g, d);

        if (g->neighbour[d] == MPI_PROC_NULL)
            continue;
        for (i = 0; i < n; i++)
            *grid_ghost(g, u, d, i) = strip[i]; //@ B
    }
}

void grid_exchange(struct grid *g, double *u)
{
    int d;

    for (d = 0; d < DIRECTIONS; d++)
        grid_copy_out(g, u, d, g->out + d * g->slot);

    CHECK(MPI_Win_post(g->peers, 0, g->win));
    CHECK(MPI_Win_start(g->peers, 0, g->win));
    for (d = 0; d < DIRECTIONS; d++) {
        const int n = grid_edge_length(g, d);

        /* What goes north arrives at the southern strip of the one there. */
        CHECK(MPI_Put(g->out + d * g->slot, n, MPI_DOUBLE, g->neighbour[d], (MPI_Aint)grid_opposite(d) * g->slot, n, //@ A
                      MPI_DOUBLE, g->win));
    }
    CHECK(MPI_Win_complete(g->win));
#ifdef RACY
    unpack(g, u);
    CHECK(MPI_Win_wait(g->win));
#else
    CHECK(MPI_Win_wait(g->win));
    unpack(g, u);
#endif
}
