#pragma once

#include <mpi.h>
#include <stddef.h>

#define CENTRE 0.4
#define SIDE 0.1
#define FACES 6

struct setup {
    int local[3];
    int iterations, warmup;
    int print_times;
};

struct clock {
    double exchange, compute;
};

struct cube {
    MPI_Comm comm;
    int rank, size;
    int dims[3], coords[3];
    int peer[FACES];      /* 2 * dimension, + 1 for the upper side */
    int n[3];             /* own cells */
    int global[3], start[3];
    size_t cells;         /* with ghosts */
    double *a, *b;

    MPI_Win win;
    double *boxes;        /* two sets of six */
    double *packed;       /* six faces to send */
    int box[FACES];       /* where a box begins in its set */
    int area[FACES];
    int set;              /* elements of a set */
};

static inline size_t cell(const struct cube *c, int x, int y, int z)
{
    return ((size_t)z * (c->n[1] + 2) + y) * (c->n[0] + 2) + x;
}

void die(const struct cube *c, const char *why);
void cube_create(struct cube *c, const int local[3]);
void cube_free(struct cube *c);

/* Between these two calls faces may be exchanged. */
void halo_open(struct cube *c);
void halo_close(struct cube *c);
void halo_exchange(struct cube *c, int step);
