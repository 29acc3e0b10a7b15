/* Bodies of one rank; every rank has the same number of them. */
#ifndef BODIES_H
#define BODIES_H

#include <mpi.h>

struct Source {
    double x, y, z, mass;
};

enum { SOURCE_DOUBLES = sizeof(struct Source) / sizeof(double) };

struct Bodies {
    int count;
    MPI_Win window;         /* exposes `source` */
    struct Source *source;  /* window memory */
    double *velocity;       /* 3 * count */
    double *force;          /* 3 * count */
    struct Source *fetched[2];
};

void bodies_create(struct Bodies *b, int count, MPI_Comm comm);
void bodies_free(struct Bodies *b);
void bodies_attract(struct Bodies *b, const struct Source *other);
void bodies_move(struct Bodies *b, double dt);
double bodies_energy(const struct Bodies *b);

#endif
