/* Particles on a line that act on each other up to some distance. Each process tells all processes up to `reach` ranks away
 * its mass and centre, by post, start, complete and wait with the group of these neighbours.
 *
 * usage: chain_pscw [reach [steps]]
 *
 * Race-free: the inbox is cleared before it is exposed, and puts reach it only after MPI_Win_post (12.5.2). It is read behind
 * MPI_Win_wait, which returns when all neighbours have completed their epochs.
 */
//@ expect: none
//@ twin: chain_pscw_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int rc, const char *what, int line)
{
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;

    if (rc == MPI_SUCCESS)
        return;
    MPI_Error_string(rc, text, &length);
    fprintf(stderr, "line %d: %s: %.*s\n", line, what, length, text);
    MPI_Abort(MPI_COMM_WORLD, rc);
}

#define TRY(call) check((call), #call, __LINE__)

enum { MOST_REACH = 8, PARTICLES = 200 };

typedef struct {
    double mass;
    double centre;
} summary_t;

typedef struct {
    MPI_Comm comm;
    int rank, size, reach;
    int neighbour[2 * MOST_REACH];
    int neighbours;
    MPI_Group group;
    MPI_Win win;
    summary_t *inbox; /* window memory: slot `distance + reach` */
    double place[PARTICLES];
    double speed[PARTICLES];
} line_t;

static void find_neighbours(line_t *l)
{
    MPI_Group all;

    l->neighbours = 0;
    for (int distance = -l->reach; distance <= l->reach; distance++) {
        const int other = l->rank + distance;

        if (distance == 0 || other < 0 || other >= l->size)
            continue;
        l->neighbour[l->neighbours++] = other;
    }
    TRY(MPI_Comm_group(l->comm, &all));
    TRY(MPI_Group_incl(all, l->neighbours, l->neighbour, &l->group));
    TRY(MPI_Group_free(&all));
}

static void line_create(line_t *l, int reach, MPI_Comm comm)
{
    const MPI_Aint bytes = (2 * reach + 1) * (MPI_Aint)sizeof(summary_t);

    l->comm = comm;
    l->reach = reach;
    TRY(MPI_Comm_rank(comm, &l->rank));
    TRY(MPI_Comm_size(comm, &l->size));
    find_neighbours(l);
    TRY(MPI_Win_allocate(bytes, sizeof(summary_t), MPI_INFO_NULL, comm, &l->inbox, &l->win));
    for (int i = 0; i < PARTICLES; i++) {
        l->place[i] = (double)l->rank + (double)i / PARTICLES;
        l->speed[i] = 0.0;
    }
}

static void line_destroy(line_t *l)
{
    TRY(MPI_Win_free(&l->win));
    TRY(MPI_Group_free(&l->group));
}

static summary_t summarise(const line_t *l)
{
    summary_t s = {PARTICLES, 0.0};

    for (int i = 0; i < PARTICLES; i++)
        s.centre += l->place[i] / PARTICLES;
    return s;
}

static void clear_inbox(line_t *l)
{
    memset(l->inbox, 0, (size_t)(2 * l->reach + 1) * sizeof(summary_t));
}

static void tell(const line_t *l, const summary_t *summary, int other)
{
    const int slot = l->rank - other + l->reach;

    TRY(MPI_Put(summary, 2, MPI_DOUBLE, other, slot, 2, MPI_DOUBLE, l->win));
}

static void exchange(line_t *l)
{
    const summary_t own = summarise(l);

    clear_inbox(l);
    TRY(MPI_Win_post(l->group, 0, l->win));
    TRY(MPI_Win_start(l->group, 0, l->win));
    for (int i = 0; i < l->neighbours; i++)
        tell(l, &own, l->neighbour[i]);
    TRY(MPI_Win_complete(l->win));
    TRY(MPI_Win_wait(l->win));
}

static double force(const line_t *l, double place)
{
    double sum = 0.0;

    for (int slot = 0; slot < 2 * l->reach + 1; slot++) {
        const summary_t *s = &l->inbox[slot];
        const double distance = s->centre - place;

        if (s->mass > 0.0 && distance != 0.0)
            sum += s->mass * distance / (1.0 + distance * distance);
    }
    return sum;
}

static void move(line_t *l, double dt)
{
    for (int i = 0; i < PARTICLES; i++) {
        l->speed[i] += 1e-3 * dt * force(l, l->place[i]);
        l->place[i] += dt * l->speed[i];
    }
}

int main(int argc, char **argv)
{
    line_t *line = malloc(sizeof *line);
    int reach = argc > 1 ? atoi(argv[1]) : 2;
    int steps = argc > 2 ? atoi(argv[2]) : 50;
    double energy = 0.0, all = 0.0, start;

    TRY(MPI_Init(&argc, &argv));
    if (line == NULL || reach < 1 || reach > MOST_REACH || steps < 1) {
        fprintf(stderr, "usage: chain_pscw [1 to %d [steps]]\n", MOST_REACH);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    line_create(line, reach, MPI_COMM_WORLD);
    start = MPI_Wtime();
    for (int step = 0; step < steps; step++) {
        exchange(line);
        move(line, 0.01);
    }
    start = MPI_Wtime() - start;
    for (int i = 0; i < PARTICLES; i++)
        energy += 0.5 * line->speed[i] * line->speed[i];
    TRY(MPI_Reduce(&energy, &all, 1, MPI_DOUBLE, MPI_SUM, 0, line->comm));
    if (line->rank == 0)
        printf("%d processes, reach %d, %d steps, energy %.9g, %.4f s\n", line->size, reach, steps, all, start);
    line_destroy(line);
    free(line);
    MPI_Finalize();
    return 0;
}
