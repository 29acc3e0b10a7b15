/* Halo exchange with fences, racy version: the edge for the north goes into the slot of the one from there. */
#include "tile.h"

static enum Side opposite(enum Side side)
{
    switch (side) {
    case NORTH:
        return NORTH;
    case SOUTH:
        return NORTH;
    case WEST:
        return EAST;
    default:
        return WEST;
    }
}

void exchange_begin(const struct Exchange *exchange, const struct Tile *tile)
{
    /* Nothing was issued since the last fence. The own stores since then are ordered before the puts of the others. */
    OK(MPI_Win_fence(MPI_MODE_NOPRECEDE, exchange->win));
    for (int side = 0; side < SIDES; side++) {
        const double *from = &tile->field[exchange->source[side]];
        int to = exchange->neighbour[side];
        MPI_Aint slot = exchange->ghost[opposite((enum Side)side)];
        MPI_Datatype edge = exchange->edge[side];

        OK(MPI_Put(from, 1, edge, to, slot, 1, edge, exchange->win)); //@ TWICE
    }
}

void exchange_end(const struct Exchange *exchange)
{
    /* The field was only read since exchange_begin, and no rank puts before the next exchange_begin. */
    OK(MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED, exchange->win));
}
