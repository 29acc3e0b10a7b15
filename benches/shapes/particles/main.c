/* Particles in a periodic box that change their owner while they move.
 *
 * Each step moves the particles. Those that have left the slab of their process are sorted by owner; an exclusive scan
 * over the counts tells each process from where on it may write at each other one, and a reduce-scatter how many
 * come. Then the particles are put there, flushed, and taken up behind a barrier.
 *
 * Race-free: at one target the ranges of two origins are disjoint, as the offset is the sum of the counts of all lower ranks
 * (MPI_Exscan, MPI 4.1, 6.11.2). A put is complete at the target (MPI_Win_flush_all, 12.5.4) before the barrier, behind which
 * the owner loads its arrivals. The puts of the next step follow the next MPI_Reduce_scatter_block, in which the owner takes part
 * behind its loads; it needs the counts of all, so it orders all before all. The send buffer is packed behind the flush.
 *
 * -DRACY: the barrier between the flush and the unpacking is left out. The flush of a process completes its own
 * puts only; those of others may still be under way when the arrivals are loaded.
 */
//@ expect: warning RMA201 PUT LOAD -- counts and places are received numbers; with -DRACY only; none without
#include "particles.h"
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int particles; /* per process, at the start */
    int steps;
    double dt;
    int report_every;
    unsigned long seed;
} Options;

typedef struct {
    int64_t count;
    int64_t id_sum;
    double energy;
    double momentum[3];
} Totals;

static double uniform(unsigned long *state)
{
    *state = *state * 2862933555777941757UL + 3037000493UL;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static int parse(int argc, char **argv, Options *options)
{
    int option;

    options->particles = 2000;
    options->steps = 20;
    options->dt = 0.05;
    options->report_every = 10;
    options->seed = 42;
    while ((option = getopt(argc, argv, "n:s:d:r:i:")) != -1) {
        switch (option) {
        case 'n':
            options->particles = atoi(optarg);
            break;
        case 's':
            options->steps = atoi(optarg);
            break;
        case 'd':
            options->dt = atof(optarg);
            break;
        case 'r':
            options->report_every = atoi(optarg);
            break;
        case 'i':
            options->seed = strtoul(optarg, NULL, 10);
            break;
        default:
            fprintf(stderr, "usage: %s [-n particles] [-s steps] [-d dt] [-r every] [-i seed]\n", argv[0]);
            return -1;
        }
    }
    return options->particles > 0 && options->steps > 0 && options->report_every > 0 ? 0 : -1;
}

static void populate(ParticleList *list, const Domain *domain, const Options *options)
{
    unsigned long state = options->seed + 7919UL * (unsigned long)domain->rank;

    for (int i = 0; i < options->particles; i++) {
        Particle particle;

        memset(&particle, 0, sizeof particle);
        for (int d = 0; d < 2; d++) {
            particle.x[d] = domain->low[d] + uniform(&state) * (domain->high[d] - domain->low[d]);
        }
        particle.x[2] = uniform(&state) * domain->box[2];
        for (int d = 0; d < 3; d++) {
            particle.v[d] = 2.0 * uniform(&state) - 1.0;
        }
        particle.id = (int64_t)domain->rank * options->particles + i;
        list_append(list, &particle);
    }
}

static void move(ParticleList *list, const Domain *domain, double dt)
{
    for (int i = 0; i < list->count; i++) {
        Particle *particle = &list->items[i];

        for (int d = 0; d < 3; d++) {
            double x = particle->x[d] + dt * particle->v[d];

            x -= domain->box[d] * floor(x / domain->box[d]);
            if (x >= domain->box[d]) {
                x = 0.0;
            }
            particle->x[d] = x;
        }
    }
}

static void take_totals(const ParticleList *list, const Domain *domain, Totals *totals)
{
    double sums[4] = {0.0, 0.0, 0.0, 0.0};
    int64_t counts[2] = {list->count, 0};

    for (int i = 0; i < list->count; i++) {
        const Particle *particle = &list->items[i];

        counts[1] += particle->id;
        for (int d = 0; d < 3; d++) {
            sums[0] += 0.5 * particle->v[d] * particle->v[d];
            sums[1 + d] += particle->v[d];
        }
    }
    TRY(MPI_Allreduce(MPI_IN_PLACE, sums, 4, MPI_DOUBLE, MPI_SUM, domain->comm));
    TRY(MPI_Allreduce(MPI_IN_PLACE, counts, 2, MPI_INT64_T, MPI_SUM, domain->comm));
    totals->count = counts[0];
    totals->id_sum = counts[1];
    totals->energy = sums[0];
    memcpy(totals->momentum, &sums[1], sizeof totals->momentum);
}

static int check_owners(const ParticleList *list, const Domain *domain)
{
    int wrong = 0;

    for (int i = 0; i < list->count; i++) {
        if (domain_owner(domain, list->items[i].x) != domain->rank) {
            wrong++;
        }
    }
    TRY(MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, domain->comm));
    return wrong;
}

static int compare(const Totals *first, const Totals *now, const Domain *domain)
{
    int errors = 0;

    errors += first->count != now->count;
    errors += first->id_sum != now->id_sum;
    errors += fabs(first->energy - now->energy) > 1e-8 * first->energy;
    if (errors != 0 && domain->rank == 0) {
        fprintf(stderr, "particles %lld -> %lld, ids %lld -> %lld, energy %g -> %g\n", (long long)first->count,
                (long long)now->count, (long long)first->id_sum, (long long)now->id_sum, first->energy, now->energy);
    }
    return errors;
}

int main(int argc, char **argv)
{
    const double box[3] = {4.0, 4.0, 1.0};
    Options options;
    Domain domain;
    Migrator migrator;
    ParticleList list = {NULL, 0, 0};
    Totals first;
    Totals now;
    long moved = 0;
    double seconds = 0.0;
    int errors = 0;

    MPI_Init(&argc, &argv);
    if (parse(argc, argv, &options) != 0) {
        MPI_Finalize();
        return 1;
    }
    domain_create(&domain, box, MPI_COMM_WORLD);
    migrator_create(&migrator, &domain, 4 * options.particles);
    populate(&list, &domain, &options);
    take_totals(&list, &domain, &first);

    for (int step = 0; step < options.steps; step++) {
        double start;

        move(&list, &domain, options.dt);
        start = MPI_Wtime();
        moved += migrator_run(&migrator, &domain, &list);
        seconds += MPI_Wtime() - start;
        if ((step + 1) % options.report_every == 0) {
            take_totals(&list, &domain, &now);
            errors += compare(&first, &now, &domain);
            errors += check_owners(&list, &domain);
            if (domain.rank == 0) {
                printf("step %d: %lld particles, energy %.6f\n", step + 1, (long long)now.count, now.energy);
            }
        }
    }

    TRY(MPI_Allreduce(MPI_IN_PLACE, &moved, 1, MPI_LONG, MPI_SUM, domain.comm));
    TRY(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, domain.comm));
    if (domain.rank == 0) {
        printf("%ld moves in %.3f s: %s\n", moved, seconds, errors == 0 ? "ok" : "FAILED");
    }
    migrator_free(&migrator);
    domain_free(&domain);
    free(list.items);
    MPI_Finalize();
    return errors != 0;
}
