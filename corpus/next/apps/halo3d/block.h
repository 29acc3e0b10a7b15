/* The block of one rank in a three-dimensional grid, with a ghost layer on each of the six faces. */
#ifndef BLOCK_H
#define BLOCK_H

#include <mpi.h>
#include <stddef.h>

enum { DIMS = 3, FACES = 6 };

struct Block {
    int n[DIMS];               /* interior points; the same on every rank */
    MPI_Comm cart;
    int neighbour[FACES];      /* face 2*d: lower, 2*d+1: upper; MPI_PROC_NULL at the rim */
    double *field[2];          /* (n[0]+2) x (n[1]+2) x (n[2]+2) each, in window memory */
    MPI_Win window[2];
    MPI_Datatype inner[FACES]; /* the outermost interior layer at a face */
    MPI_Datatype ghost[FACES]; /* the ghost layer at a face */
    MPI_Group neighbours;
};

static inline size_t at(const struct Block *b, int i, int j, int k)
{
    return ((size_t)i * (size_t)(b->n[1] + 2) + (size_t)j) * (size_t)(b->n[2] + 2) + (size_t)k;
}

void block_create(struct Block *b, const int n[DIMS], MPI_Comm comm);
void block_fill(struct Block *b, int which);
void block_free(struct Block *b);

#endif
