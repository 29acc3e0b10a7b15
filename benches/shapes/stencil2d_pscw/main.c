/*
 * Jacobi iteration for the Laplace equation on a Cartesian grid of processes, with post-start-complete-wait.
 *
 * MPI_Dims_create and MPI_Cart_create lay out the processes. The window of a process is a mailbox: four strips into which the
 * neighbours put their edge rows and columns. A step packs the own edges, opens an exposure and an access epoch towards the
 * neighbours, puts, closes both, copies the strips into the ghost cells, and updates.
 *
 * Race-free as compiled plainly: the strips are read behind MPI_Win_wait, which returns when all origins of the exposure
 * epoch have called complete, and with that their puts are there (MPI 4.1, 12.5.2). The next puts come behind a start that
 * waits for, or whose puts wait for, the next post of the target; that stands behind its reads. The packed edges are origins of puts
 * until MPI_Win_complete, which completes them at the origin; they are packed again in the next step.
 *
 * Under -DRACY the strips are unpacked before MPI_Win_wait, behind MPI_Win_complete, which says nothing of the puts of others
 * (A and B). Happens with two or more processes.
 * The labels hold under -DRACY; compiled plainly the program is to be free of findings.
 */
//@ expect: error RMA201 A B
#include "grid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct params {
    int nx, ny;
    int max_steps;
    int check_every;
    double tolerance;
    int verbose;
};

static const struct params default_params = {128, 128, 500, 50, 1e-6, 0};

static void usage(const char *name)
{
    printf("usage: %s [nx [ny [steps]]] [--check N] [--tol T] [--verbose]\n", name);
}

static int parse(int argc, char **argv, struct params *p)
{
    int i, position = 0;

    *p = default_params;
    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--check") == 0 && i + 1 < argc) {
            p->check_every = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--tol") == 0 && i + 1 < argc) {
            p->tolerance = strtod(argv[++i], NULL);
        } else if (strcmp(argv[i], "--verbose") == 0) {
            p->verbose = 1;
        } else if (argv[i][0] != '-') {
            int value = atoi(argv[i]);

            switch (position++) {
            case 0:
                p->nx = value;
                p->ny = value;
                break;
            case 1:
                p->ny = value;
                break;
            case 2:
                p->max_steps = value;
                break;
            default:
                return 1;
            }
        } else {
            return 1;
        }
    }
    return p->nx < 1 || p->ny < 1 || p->max_steps < 0 || p->check_every < 1;
}

/* The boundary of the square: one at the top, zero elsewhere. */
static void set_boundary(struct grid *g, double *u)
{
    int i;

    if (g->neighbour[NORTH] == MPI_PROC_NULL)
        for (i = 0; i < g->lx + 2; i++)
            u[i] = 1.0;
    if (g->neighbour[SOUTH] == MPI_PROC_NULL)
        for (i = 0; i < g->lx + 2; i++)
            u[(g->ly + 1) * g->pitch + i] = 0.0;
}

static double relax(const struct grid *g, const double *u, double *next)
{
    double change = 0.0;
    int i, j;

    for (j = 1; j <= g->ly; j++) {
        for (i = 1; i <= g->lx; i++) {
            const int at = j * g->pitch + i;
            const double value = 0.25 * (u[at - 1] + u[at + 1] + u[at - g->pitch] + u[at + g->pitch]);

            change += (value - u[at]) * (value - u[at]);
            next[at] = value;
        }
    }
    return change;
}

/* Steps until the change is below the tolerance; returns how many. */
static int solve(struct grid *g, const struct params *p, double **result, double *last_change)
{
    double *u = g->field[0], *next = g->field[1];
    double change = 0.0, all = 0.0;
    int step;

    set_boundary(g, u);
    set_boundary(g, next);
    for (step = 1; step <= p->max_steps; step++) {
        double *swap;

        grid_exchange(g, u);
        change = relax(g, u, next);
        swap = u;
        u = next;
        next = swap;
        if (step % p->check_every == 0) {
            CHECK(MPI_Allreduce(&change, &all, 1, MPI_DOUBLE, MPI_SUM, g->comm));
            all = sqrt(all);
            if (p->verbose && g->rank == 0)
                printf("%6d  %.6e\n", step, all);
            if (all < p->tolerance)
                break;
        }
    }
    *result = u;
    *last_change = all;
    return step > p->max_steps ? p->max_steps : step;
}

/* The maximum principle: all values lie between those of the boundary. */
static int verify(const struct grid *g, const double *u)
{
    long bad = 0, all_bad = 0;
    int i, j;

    for (j = 1; j <= g->ly; j++)
        for (i = 1; i <= g->lx; i++)
            if (!(u[j * g->pitch + i] >= 0.0 && u[j * g->pitch + i] <= 1.0))
                bad++;
    CHECK(MPI_Allreduce(&bad, &all_bad, 1, MPI_LONG, MPI_SUM, g->comm));
    return all_bad == 0;
}

/* The ghost cells of the last exchange have to equal the edges of the neighbours, fetched by messages. */
static int verify_ghosts(struct grid *g, double *u)
{
    double *edge = malloc(g->slot * sizeof(double));
    double *other = malloc(g->slot * sizeof(double));
    int d, i, bad = 0, all_bad = 0;

    if (edge == NULL || other == NULL)
        MPI_Abort(g->comm, 1);
    grid_exchange(g, u);
    for (d = 0; d < DIRECTIONS; d++) {
        const int n = grid_edge_length(g, d);
        const int back = grid_opposite(d);

        grid_copy_out(g, u, d, edge);
        CHECK(MPI_Sendrecv(edge, n, MPI_DOUBLE, g->neighbour[d], d, other, n, MPI_DOUBLE, g->neighbour[back], d, g->comm,
                           MPI_STATUS_IGNORE));
        if (g->neighbour[back] == MPI_PROC_NULL)
            continue;
        for (i = 0; i < n; i++)
            if (other[i] != *grid_ghost(g, u, back, i))
                bad++;
    }
    free(edge);
    free(other);
    CHECK(MPI_Allreduce(&bad, &all_bad, 1, MPI_INT, MPI_SUM, g->comm));
    return all_bad == 0;
}

int main(int argc, char **argv)
{
    struct params params;
    struct grid grid;
    double *u, change, start, elapsed, slowest;
    int steps, inside, ghosts;

    CHECK(MPI_Init(&argc, &argv));
    if (parse(argc, argv, &params)) {
        usage(argv[0]);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    grid_create(&grid, MPI_COMM_WORLD, params.nx, params.ny);

    CHECK(MPI_Barrier(grid.comm));
    start = MPI_Wtime();
    steps = solve(&grid, &params, &u, &change);
    elapsed = MPI_Wtime() - start;
    CHECK(MPI_Reduce(&elapsed, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, grid.comm));

    inside = verify(&grid, u);
    ghosts = verify_ghosts(&grid, u);
    if (grid.rank == 0) {
        printf("grid %d x %d on %d x %d processes\n", params.nx, params.ny, grid.dims[1], grid.dims[0]);
        printf("%d steps in %.4f s, last change %.3e\n", steps, slowest, change);
        printf("values %s, ghosts %s\n", inside ? "in range" : "OUT OF RANGE", ghosts ? "right" : "WRONG");
    }
    grid_destroy(&grid);
    CHECK(MPI_Finalize());
    return inside && ghosts ? EXIT_SUCCESS : EXIT_FAILURE;
}
