/* Collects the entries of the distributed vector that the own rows need from other ranks. */
#ifndef GATHER_H
#define GATHER_H

#include "matrix.h"
#include <mpi.h>

struct Gather {
    MPI_Win window;       /* over the own entries of x */
    double *x;            /* own entries, then the remote ones in the order of `needed` */
    int owned;
    int needed_count;
    int *needed;          /* global indices, ascending, without duplicates */
    int neighbours;
    int *owner;           /* rank of each neighbour */
    int *offset;          /* first entry in `needed` of each neighbour, plus the end */
    MPI_Datatype *layout; /* where the entries lie in the neighbour's window */
};

/* Renumbers the columns of `m`: own entries first, then gathered ones. */
void gather_create(struct Gather *g, struct Matrix *m, MPI_Comm comm);
/* Starts to fill the remote entries; they may be read after gather_finish. */
void gather_start(struct Gather *g);
void gather_finish(struct Gather *g);
void gather_free(struct Gather *g);

#endif
