#ifndef GRID_H
#define GRID_H

#include <mpi.h>
#include <stdio.h>

#define CHECK(call) check_mpi((call), #call, __FILE__, __LINE__)

enum { NORTH, SOUTH, WEST, EAST, DIRECTIONS };

struct grid {
    MPI_Comm comm;
    int rank, size;
    int dims[2], coords[2]; /* rows first */
    int neighbour[DIRECTIONS];
    int nx, ny;        /* the whole grid */
    int x0, y0;        /* first own column and row */
    int lx, ly;        /* own columns and rows */
    int pitch;         /* of a row with its ghosts */
    double *field[2];  /* (ly + 2) rows of lx + 2 */
    int slot;          /* length of a strip, alike on all processes */
    double *out;       /* packed edges */
    double *mailbox;   /* window: what the neighbours have put */
    MPI_Win win;
    MPI_Group peers;   /* neighbours that exist */
};

void check_mpi(int code, const char *call, const char *file, int line);

void grid_create(struct grid *g, MPI_Comm comm, int nx, int ny);
void grid_destroy(struct grid *g);

/* Fills the ghost cells of `u` with the edges of the neighbours. Collective over neighbours. */
void grid_exchange(struct grid *g, double *u);

int grid_opposite(int direction);
int grid_edge_length(const struct grid *g, int direction);
void grid_copy_out(const struct grid *g, const double *u, int direction, double *edge);
double *grid_ghost(const struct grid *g, double *u, int direction, int i);

#endif
