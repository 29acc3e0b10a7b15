/* Halo exchange, correct version: each column has a staging buffer of its own until the flush. */
#include "exchange.h"
#include "util.h"

/* The slot of the target's inbox that a put towards `direction` fills: the sender lies on the other side. */
static enum Direction arrival_slot(enum Direction direction)
{
    switch (direction) {
    case NORTH:
        return SOUTH;
    case SOUTH:
        return NORTH;
    case WEST:
        return EAST;
    default:
        return WEST;
    }
}

/* Starts the transfer of `count` values; does nothing at the rim, where the neighbour is MPI_PROC_NULL. */
static void put_edge(struct Exchange *ex, enum Direction direction, const double *values, int count)
{
    int target = ex->neighbour[direction];
    MPI_Aint slot = (MPI_Aint)arrival_slot(direction) * ex->slot_length;

    MPI_CHECK(MPI_Put(values, count, MPI_DOUBLE, target, slot, count, MPI_DOUBLE, ex->window));
}

void exchange_begin(struct Exchange *ex, const struct Grid *grid)
{
    /* Rows are contiguous and go straight from the field. */
    put_edge(ex, NORTH, &grid->current[grid_index(grid, 1, 1)], grid->cols);
    put_edge(ex, SOUTH, &grid->current[grid_index(grid, grid->rows, 1)], grid->cols);

    grid_pack_column(grid, 1, ex->west_column);
    put_edge(ex, WEST, ex->west_column, grid->rows);
    grid_pack_column(grid, grid->cols, ex->east_column);
    put_edge(ex, EAST, ex->east_column, grid->rows);
}

void exchange_end(struct Exchange *ex, struct Grid *grid)
{
    const double *inbox = ex->inbox;
    int length = ex->slot_length;

    /* Complete at the targets first, then tell everyone: only in this order the inbox is filled. */
    MPI_CHECK(MPI_Win_flush_all(ex->window));
    MPI_CHECK(MPI_Barrier(ex->comm));
    MPI_CHECK(MPI_Win_sync(ex->window));

    if (ex->neighbour[NORTH] != MPI_PROC_NULL)
        grid_unpack_row(grid, 0, inbox + NORTH * length);
    if (ex->neighbour[SOUTH] != MPI_PROC_NULL)
        grid_unpack_row(grid, grid->rows + 1, inbox + SOUTH * length);
    if (ex->neighbour[WEST] != MPI_PROC_NULL)
        grid_unpack_column(grid, 0, inbox + WEST * length);
    if (ex->neighbour[EAST] != MPI_PROC_NULL)
        grid_unpack_column(grid, grid->cols + 1, inbox + EAST * length);
}
