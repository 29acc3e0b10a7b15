/* A periodic strip of cells, cut into parts; each part has a ghost cell at either end, in a window. */
#ifndef STRIP_H
#define STRIP_H

#include <mpi.h>

enum { LOW, HIGH, ENDS };

struct strip {
    int rank, left, right, cells;
    double *now, *next;  /* cells of this part */
    double edge[ENDS];   /* copies of the outer cells, which the puts read */
    double *ghost;       /* window memory: the neighbours' outer cells */
    MPI_Win win;
};

/* strip.c */
void strip_create(struct strip *s, int cells, MPI_Comm comm);
void strip_relax(struct strip *s);
void strip_free(struct strip *s);

/* exchange_*.c: fills the ghost cells of both neighbours; afterwards the own ghosts may be read. */
void exchange(struct strip *s);

#endif
