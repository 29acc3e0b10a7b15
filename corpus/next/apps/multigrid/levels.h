/* A hierarchy of one-dimensional grids for the Poisson equation, each with its own window. */
#ifndef LEVELS_H
#define LEVELS_H

#include <mpi.h>

enum { MAX_LEVELS = 12 };

struct Hierarchy {
    int levels;
    int n[MAX_LEVELS];          /* own points of each level */
    double *u[MAX_LEVELS];      /* solution; points 1 .. n, ghosts 0 and n + 1; window memory */
    double *f[MAX_LEVELS];      /* right-hand side */
    double *r[MAX_LEVELS];      /* work */
    MPI_Win window[MAX_LEVELS];
    double jump[MAX_LEVELS];    /* step of the solution to the right ghost, for the log */
    MPI_Comm comm;
    int left, right;            /* MPI_PROC_NULL at the ends */
};

void hierarchy_create(struct Hierarchy *h, int finest, MPI_Comm comm);
void hierarchy_free(struct Hierarchy *h);
/* Fills the ghosts of one level from the neighbours. */
void ghosts_exchange(struct Hierarchy *h, int level);
void smooth(struct Hierarchy *h, int level, int sweeps);
void v_cycle(struct Hierarchy *h, int level);

#endif
