/* Set-up and end of the halo exchange: neighbours, window, passive epoch. */
#include "exchange.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

static int longest_edge(int points, const int dims[2])
{
    int rows = block_length(points, dims[0], 0);
    int cols = block_length(points, dims[1], 0);

    return rows > cols ? rows : cols;
}

void exchange_create(struct Exchange *exchange, MPI_Comm cart, int points, const int dims[2])
{
    MPI_Aint bytes;

    exchange->comm = cart;
    MPI_CHECK(MPI_Cart_shift(cart, 0, 1, &exchange->neighbour[NORTH], &exchange->neighbour[SOUTH]));
    MPI_CHECK(MPI_Cart_shift(cart, 1, 1, &exchange->neighbour[WEST], &exchange->neighbour[EAST]));

    exchange->slot_length = longest_edge(points, dims);
    exchange->west_column = xcalloc_doubles((size_t)exchange->slot_length);
    exchange->east_column = xcalloc_doubles((size_t)exchange->slot_length);

    bytes = (MPI_Aint)DIRECTIONS * exchange->slot_length * (MPI_Aint)sizeof(double);
    MPI_CHECK(MPI_Win_allocate(bytes, (int)sizeof(double), MPI_INFO_NULL, cart, &exchange->inbox, &exchange->window));
    MPI_CHECK(MPI_Win_set_errhandler(exchange->window, MPI_ERRORS_RETURN));
    memset(exchange->inbox, 0, (size_t)bytes);

    MPI_CHECK(MPI_Win_lock_all(MPI_MODE_NOCHECK, exchange->window));
    MPI_CHECK(MPI_Win_sync(exchange->window));
    /* No put may arrive before the owner has cleared its inbox. */
    MPI_CHECK(MPI_Barrier(cart));
}

void exchange_destroy(struct Exchange *exchange)
{
    MPI_CHECK(MPI_Win_unlock_all(exchange->window));
    MPI_CHECK(MPI_Win_free(&exchange->window));
    free(exchange->west_column);
    free(exchange->east_column);
    exchange->inbox = NULL;
}
