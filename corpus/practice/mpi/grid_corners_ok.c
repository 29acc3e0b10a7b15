/* A two-dimensional field on a torus of processes, with a nine-point stencil. The process grid is the most square one. Ghost
 * cells are exchanged in two phases: first rows, then columns with the ghost cells of the rows, so that the corners
 * arrive without messages to diagonal neighbours.
 *
 * usage: grid_corners [cells of a side [steps]]
 *
 * Race-free: in each phase the puts are complete at the neighbours (flush, 12.5.4) before the barrier, and the ghosts are
 * read behind it: those of the rows when the columns are packed, all of them by the stencil. A barrier follows the stencil.
 */
//@ expect: none
//@ twin: grid_corners_race.c
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *why)
{
    fprintf(stderr, "%s\n", why);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (memory == NULL)
        die("out of memory");
    return memory;
}

enum side { NORTH, SOUTH, WEST, EAST, SIDES };

struct grid {
    MPI_Comm comm;
    int rank, size;
    int across, down; /* processes in a row, in a column */
    int neighbour[SIDES];
    int n; /* cells of a side */
    int width; /* n + 2 */
    double *cells; /* rows: n + 2 for the ghosts; behind them an inbox for two columns */
    double *next;
    double *outbox[2];
    MPI_Win win;
};

static void process_grid(struct grid *g)
{
    int root = (int)sqrt((double)g->size);
    int row, column;

    while (g->size % root != 0)
        root--;
    g->across = root;
    g->down = g->size / root;
    row = g->rank / g->across;
    column = g->rank % g->across;
    g->neighbour[NORTH] = (row + g->down - 1) % g->down * g->across + column;
    g->neighbour[SOUTH] = (row + 1) % g->down * g->across + column;
    g->neighbour[WEST] = row * g->across + (column + g->across - 1) % g->across;
    g->neighbour[EAST] = row * g->across + (column + 1) % g->across;
}

static MPI_Aint inbox(const struct grid *g, int from)
{
    return (MPI_Aint)g->width * g->width + (from == WEST ? 0 : g->width);
}

static void grid_create(struct grid *g, int n, MPI_Comm comm)
{
    MPI_Aint total;

    g->comm = comm;
    MPI_Comm_rank(comm, &g->rank);
    MPI_Comm_size(comm, &g->size);
    process_grid(g);
    g->n = n;
    g->width = n + 2;
    total = (MPI_Aint)g->width * g->width + 2 * g->width;
    MPI_Win_allocate(total * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &g->cells, &g->win);
    g->next = allocate((size_t)g->width * (size_t)g->width, sizeof(double));
    g->outbox[0] = allocate((size_t)g->width, sizeof(double));
    g->outbox[1] = allocate((size_t)g->width, sizeof(double));
    for (MPI_Aint i = 0; i < total; i++)
        g->cells[i] = (double)((g->rank + i) % 10);
    MPI_Win_lock_all(0, g->win);
    MPI_Barrier(comm);
}

static void grid_destroy(struct grid *g)
{
    MPI_Win_unlock_all(g->win);
    MPI_Win_free(&g->win);
    free(g->next);
    free(g->outbox[0]);
    free(g->outbox[1]);
}

static void put_row(struct grid *g, int row, enum side to, int ghost)
{
    MPI_Put(g->cells + row * g->width + 1, g->n, MPI_DOUBLE, g->neighbour[to], ghost * g->width + 1, g->n, MPI_DOUBLE, g->win);
}

static void put_column(struct grid *g, int column, enum side to, double *box)
{
    for (int i = 0; i < g->width; i++)
        box[i] = g->cells[i * g->width + column];
    MPI_Put(box, g->width, MPI_DOUBLE, g->neighbour[to], inbox(g, to == WEST ? EAST : WEST), g->width, MPI_DOUBLE, g->win);
}

static void take_column(struct grid *g, int from, int ghost)
{
    const double *box = g->cells + inbox(g, from);

    for (int i = 0; i < g->width; i++)
        g->cells[i * g->width + ghost] = box[i];
}

static void meet(const struct grid *g)
{
    MPI_Barrier(g->comm);
    MPI_Win_sync(g->win);
}

static void exchange(struct grid *g)
{
    put_row(g, 1, NORTH, g->n + 1);
    put_row(g, g->n, SOUTH, 0);
    MPI_Win_flush_all(g->win);
    meet(g);
    put_column(g, 1, WEST, g->outbox[0]);
    put_column(g, g->n, EAST, g->outbox[1]);
    MPI_Win_flush_all(g->win);
    meet(g);
    take_column(g, WEST, 0);
    take_column(g, EAST, g->n + 1);
}

static void stencil(struct grid *g)
{
    const int w = g->width;

    for (int i = 1; i <= g->n; i++)
        for (int j = 1; j <= g->n; j++) {
            const double *c = g->cells + i * w + j;

            g->next[i * w + j] = 0.2 * (c[-w] + c[w] + c[-1] + c[1]) + 0.05 * (c[-w - 1] + c[-w + 1] + c[w - 1] + c[w + 1]);
        }
    for (int i = 1; i <= g->n; i++)
        memcpy(g->cells + i * w + 1, g->next + i * w + 1, (size_t)g->n * sizeof(double));
}

static double sum(const struct grid *g)
{
    double total = 0.0;

    for (int i = 1; i <= g->n; i++)
        for (int j = 1; j <= g->n; j++)
            total += g->cells[i * g->width + j];
    return total;
}

int main(int argc, char **argv)
{
    struct grid g;
    int n = argc > 1 ? atoi(argv[1]) : 64;
    int steps = argc > 2 ? atoi(argv[2]) : 20;
    double before, after, totals[2] = {0.0, 0.0}, own[2];

    MPI_Init(&argc, &argv);
    if (n < 2 || n > 8192 || steps < 0)
        die("usage: grid_corners [cells [steps]]");
    grid_create(&g, n, MPI_COMM_WORLD);
    before = sum(&g);
    for (int k = 0; k < steps; k++) {
        exchange(&g);
        stencil(&g);
        meet(&g);
    }
    after = sum(&g);
    own[0] = before;
    own[1] = after;
    MPI_Reduce(own, totals, 2, MPI_DOUBLE, MPI_SUM, 0, g.comm);
    if (g.rank == 0)
        printf("%d x %d processes, %d steps, sum %.6f, then %.6f\n", g.down, g.across, steps, totals[0], totals[1]);
    grid_destroy(&g);
    MPI_Finalize();
    return 0;
}
