/* Particles on a circle of circumference 1, each kept by the rank that owns its arc. */
#ifndef IRREGULAR_PARTICLES_H
#define IRREGULAR_PARTICLES_H

#include <mpi.h>
#include <stddef.h>

#define CALL(call)                                              \
    do {                                                        \
        int error_ = (call);                                    \
        if (error_ != MPI_SUCCESS)                              \
            quit(#call, error_);                                \
    } while (0)

_Noreturn void quit(const char *text, int code);
void *obtain(size_t count, size_t size);

struct Particle {
    double where, speed, number;
};

struct Swarm {
    int count, capacity;
    struct Particle *particles; /* private */
};

/* swarm.c */
void swarm_create(struct Swarm *swarm, int count, int rank, int size);
void swarm_destroy(struct Swarm *swarm);
void swarm_move(struct Swarm *swarm, double time);
int owner_of(double where, int size);

/*
 * Everything that a redistribution needs. All tables have an entry for each rank: how many particles go there, where
 * they begin in `outgoing` and in that rank's inbox; how many come from there, and where those begin here.
 */
struct Migration {
    MPI_Comm comm;
    MPI_Win win;
    MPI_Datatype particle;
    int rank, size, capacity;
    struct Particle *inbox;    /* window memory, `capacity` particles */
    struct Particle *outgoing; /* private, sorted by destination */
    int *leaving, *outgoing_start, *remote_start;
    int *arriving, *inbox_start;
};

/* plan.c; create and destroy are collective, plan too */
void migration_create(struct Migration *migration, int capacity, MPI_Comm comm);
void migration_destroy(struct Migration *migration);
int migration_plan(struct Migration *migration, const struct Swarm *swarm); /* returns how many particles come */

/* send_*.c: collective; brings every particle to its owner */
void migration_run(struct Migration *migration, struct Swarm *swarm);

#endif
