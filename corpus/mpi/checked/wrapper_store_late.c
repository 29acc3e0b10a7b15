/* As wrapper_store_early.c, with the change behind the end of the exchange. */
//@ expect: none
//@ twin: wrapper_store_early.c
#include <mpi.h>
#include <stdio.h>

typedef struct {
    MPI_Win win;
    int to;
} channel_t;

static int channel_put(channel_t *channel, const int *value)
{
    int rc = MPI_Put(value, 1, MPI_INT, channel->to, 0, 1, MPI_INT, channel->win);
    if (rc != MPI_SUCCESS) {
        fprintf(stderr, "put failed: %d\n", rc);
        return rc;
    }
    return MPI_SUCCESS;
}

static int channel_flush(channel_t *channel)
{
    int rc = MPI_Win_flush(channel->to, channel->win);
    if (rc != MPI_SUCCESS)
        fprintf(stderr, "flush failed: %d\n", rc);
    return rc;
}

static int exchange(channel_t *channel, int *value)
{
    int rc;

    if ((rc = channel_put(channel, value)))
        return rc;
    if ((rc = channel_flush(channel)))
        return rc;
    *value += 1;
    return 0;
}

int main(int argc, char **argv)
{
    int rank, size, value, *cell;
    channel_t channel;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &channel.win);
    channel.to = (rank + 1) % size;
    value = rank;
    if (MPI_Win_lock_all(0, channel.win) != MPI_SUCCESS)
        return 1;
    if (exchange(&channel, &value) != 0)
        return 1;
    MPI_Win_unlock_all(channel.win);
    MPI_Win_free(&channel.win);
    printf("%d\n", value);
    MPI_Finalize();
    return 0;
}
