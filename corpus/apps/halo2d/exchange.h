/* One-sided halo exchange between the neighbours of a two-dimensional Cartesian communicator. */
#ifndef HALO2D_EXCHANGE_H
#define HALO2D_EXCHANGE_H

#include "grid.h"

#include <mpi.h>

enum Direction { NORTH, SOUTH, WEST, EAST, DIRECTIONS };

/*
 * Every rank exposes an inbox with one slot for each direction. A neighbour writes into the slot that names where
 * it lies as seen from the owner. All ranks use the same slot length, so that the displacement of a slot is known
 * without asking the target.
 */
struct Exchange {
    MPI_Comm comm;
    MPI_Win window;
    double *inbox;             /* DIRECTIONS * slot_length doubles of window memory */
    int slot_length;           /* doubles in a slot: the longest edge of any tile */
    int neighbour[DIRECTIONS]; /* ranks; MPI_PROC_NULL at the rim of the domain */
    double *west_column;       /* packed columns on their way to a neighbour, slot_length doubles each */
    double *east_column;
};

/* Collective over `cart`. Opens the passive epoch in which all exchanges happen. */
void exchange_create(struct Exchange *exchange, MPI_Comm cart, int points, const int dims[2]);

/* Collective. Closes the epoch and frees the window. */
void exchange_destroy(struct Exchange *exchange);

/*
 * Starts to send the own border of grid->current. Until exchange_end returns, the current field must not be
 * written. Between an exchange_end and the next exchange_begin there must be a collective call that orders all
 * ranks, because the puts overwrite what the neighbours unpack in exchange_end.
 */
void exchange_begin(struct Exchange *exchange, const struct Grid *grid);

/* Collective. Completes the sends of all ranks and fills the halo of grid->current. */
void exchange_end(struct Exchange *exchange, struct Grid *grid);

#endif
