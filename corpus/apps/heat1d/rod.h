/* A rod of heat-conducting cells with cold ends, cut into one piece per rank. */
#ifndef HEAT1D_ROD_H
#define HEAT1D_ROD_H

#include <mpi.h>

struct Rod {
    MPI_Comm comm;
    MPI_Win win;
    int rank, size;
    int left, right; /* neighbours, MPI_PROC_NULL at the ends */
    int cells;       /* of the whole rod */
    int own;         /* cells of this rank, at least 1 */
    int left_own;    /* cells of the left neighbour */
    int first;       /* number of the first own cell in the rod */
    double *u;       /* window memory: ghost cell 0, own cells 1 .. own, ghost cell own + 1 */
    double *next;    /* private: the own cells of the next step */
};

/* Collective; `cells` must not be less than the number of ranks. On return all ranks may put. */
void rod_create(struct Rod *rod, int cells, MPI_Comm comm);
void rod_destroy(struct Rod *rod);

/* The initial temperature: a half sine wave, an eigenvector of the discrete operator. */
void rod_fill(struct Rod *rod);

/* Largest difference of the own cells from the exact solution after `steps` steps. */
double rod_error(const struct Rod *rod, double ratio, int steps);

/* Collective: exchanges the ghost cells and makes one explicit Euler step. */
void rod_step(struct Rod *rod, double ratio);

#endif
