/*
 * Particles that wander between the parts of an irregular mesh, and values at its borders.
 *
 * The neighbours of a process come from a table: the ring, and chords whose lengths are listed. There are two exchanges.
 *   values     every few steps, a fixed number of values for each neighbour, put between start and complete towards the group of
 *              neighbours, each into the place that the neighbour has told at the beginning
 *   particles  each step, an unknown number for each neighbour: MPI_Fetch_and_op on the counter of the neighbour reserves places
 *              in its inbox, the particles are put there under lock_all, flushed, and taken out behind a barrier
 * MPI_Accumulate keeps a log of how many particles crossed each edge, on rank 0.
 *
 * Race-free as compiled plainly: the values arrive between post and wait and are read behind the wait (MPI 4.1, 12.5.2). Places that
 * fetch_and_op reserves are disjoint, as it is atomic (12.7.1) and the counter only grows. Puts into the inbox are complete
 * at the flush_all before the barrier (12.5.4); the owner reads its inbox and counter behind it, and sets the counter to zero
 * before the second barrier, behind which the others go on. The log takes accumulates with one operation and is read at the end
 * behind unlock_all and a barrier. The packed particles stay until the flush.
 *
 * Under -DRACY the counter is set to zero behind the second barrier: a neighbour may be adding to it already (A and B). Happens with
 * two or more processes, between two steps without an exchange of values (whose post and wait would order the neighbours).
 * The labels hold under -DRACY; compiled plainly the program is to be free of findings.
 */
//@ expect: error RMA301 A B
#include "sparse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_options(int argc, char **argv, struct options *o)
{
    int i;

    memset(o, 0, sizeof(*o));
    o->steps = 20;
    o->particles = 200;
    o->values = 16;
    o->every = 4;
    o->seed = 12345;
    for (i = 1; i < argc; i++) {
        char *equals = strchr(argv[i], '=');

        if (equals == NULL) {
            if (strcmp(argv[i], "verbose") != 0)
                return -1;
            o->verbose = 1;
            continue;
        }
        *equals++ = '\0';
        if (strcmp(argv[i], "steps") == 0)
            o->steps = atoi(equals);
        else if (strcmp(argv[i], "particles") == 0)
            o->particles = atoi(equals);
        else if (strcmp(argv[i], "values") == 0)
            o->values = atoi(equals);
        else if (strcmp(argv[i], "every") == 0)
            o->every = atoi(equals);
        else if (strcmp(argv[i], "seed") == 0)
            o->seed = (unsigned)atoi(equals);
        else
            return -1;
    }
    return o->steps > 0 && o->particles >= 0 && o->values > 0 && o->every > 0 ? 0 : -1;
}

static unsigned next_random(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void create_particles(struct part *part, const struct options *o)
{
    int i;

    part->random = o->seed + 7919u * (unsigned)part->rank;
    part->count = o->particles;
    for (i = 0; i < part->count; i++) {
        struct particle *p = &part->particles[i];

        p->id = (long)part->rank * o->particles + i;
        p->steps = 0;
        p->weight = 1.0 + 1e-3 * (double)(next_random(&part->random) % 1000);
    }
}

/* Draws where each particle goes: half of them stay, the others go to a neighbour. */
static void choose_targets(struct part *part)
{
    int i, kept = 0, k;

    for (k = 0; k < part->neighbours.count; k++)
        part->leaving[k] = 0;
    for (i = 0; i < part->count; i++) {
        const unsigned r = next_random(&part->random);

        part->particles[i].steps++;
        if (r % 2 == 0 || part->neighbours.count == 0) {
            part->particles[kept++] = part->particles[i];
        } else {
            k = (int)(r / 2 % (unsigned)part->neighbours.count);
            part->outbox[k * part->capacity + part->leaving[k]++] = part->particles[i];
        }
    }
    part->count = kept;
}

static double value_of(const struct part *part, int step, int i)
{
    return part->rank * 1000.0 + step + 0.001 * i;
}

static long check_values(const struct part *part, int step)
{
    long wrong = 0;
    int k, i;

    for (k = 0; k < part->neighbours.count; k++)
        for (i = 0; i < part->values; i++)
            if (part->received[k * part->values + i] != part->neighbours.ranks[k] * 1000.0 + step + 0.001 * i)
                wrong++;
    return wrong;
}

static long check_particles(const struct part *part, const struct options *o)
{
    long mine[2] = {part->count, 0}, all[2];
    long expected = (long)o->particles * part->size;
    int i;

    for (i = 0; i < part->count; i++)
        mine[1] += part->particles[i].id;
    CHECK(MPI_Allreduce(mine, all, 2, MPI_LONG, MPI_SUM, part->comm));
    return all[0] != expected || all[1] != expected * (expected - 1) / 2;
}

static void print_log(const struct part *part)
{
    int from, to;

    if (part->rank != 0)
        return;
    for (from = 0; from < part->size; from++)
        for (to = 0; to < part->size; to++)
            if (part->log[from * part->size + to] > 0)
                printf("%4d -> %4d: %ld\n", from, to, part->log[from * part->size + to]);
}

int main(int argc, char **argv)
{
    struct options options;
    struct part part;
    double t_values = 0.0, t_particles = 0.0, t;
    long wrong = 0, all_wrong = 0;
    int step, i;

    CHECK(MPI_Init(&argc, &argv));
    if (read_options(argc, argv, &options) != 0) {
        fprintf(stderr, "arguments: steps=N particles=N values=N every=N seed=N verbose\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    part_create(&part, &options, MPI_COMM_WORLD);
    create_particles(&part, &options);

    for (step = 0; step < options.steps; step++) {
        if (step % options.every == 0) {
            for (i = 0; i < part.values; i++)
                part.sent[i] = value_of(&part, step, i);
            t = MPI_Wtime();
            exchange_values(&part);
            t_values += MPI_Wtime() - t;
            wrong += check_values(&part, step);
        }

        choose_targets(&part);
        t = MPI_Wtime();
        exchange_particles(&part);
        t_particles += MPI_Wtime() - t;
    }
    part_finish(&part);
    wrong += check_particles(&part, &options);
    CHECK(MPI_Allreduce(&wrong, &all_wrong, 1, MPI_LONG, MPI_SUM, part.comm));
    if (options.verbose)
        print_log(&part);
    if (part.rank == 0)
        printf("%d processes, %d steps: values %.6f s, particles %.6f s, %s\n", part.size, options.steps, t_values, t_particles,
               all_wrong ? "WRONG" : "right");
    part_destroy(&part);
    CHECK(MPI_Finalize());
    return all_wrong != 0;
}
