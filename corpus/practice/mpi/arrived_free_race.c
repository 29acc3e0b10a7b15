/* A stream of chunks from even ranks to the odd rank above each. The consumer has one inbox. Two counters regulate the
 * stream: `arrived` at the consumer and `consumed` at the producer, both changed and read atomically.
 *
 * usage: arrived_free [chunks [values of a chunk]]
 *
 * Race: the producer does not look at `consumed` any more. Run: two processes; rank 0 puts chunk 1 into the inbox (8 *
 * values bytes at 0) while rank 1, which has seen that chunk 0 has arrived, reads that one there. The loop that asks for a
 * counter is taken to end; nothing else is unknown: an error.
 */
//@ expect: error RMA201 CHUNK READ -- from 2 processes, with two chunks
//@ twin: arrived_free_ok.c
#include <stdint.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int rc, const char *what, int line)
{
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;

    if (rc == MPI_SUCCESS)
        return;
    MPI_Error_string(rc, text, &length);
    fprintf(stderr, "line %d: %s: %.*s\n", line, what, length, text);
    MPI_Abort(MPI_COMM_WORLD, rc);
}

#define TRY(call) check((call), #call, __LINE__)

enum { ARRIVED, CONSUMED, COUNTERS };

typedef struct {
    MPI_Comm comm;
    int rank, size;
    int partner; /* or -1 */
    int producer;
    int values;
    double *inbox;
    double *chunk;
    int64_t *counters;
    MPI_Win data;
    MPI_Win control;
} channel_t;

static void channel_open(channel_t *c, int values, MPI_Comm comm)
{
    c->comm = comm;
    c->values = values;
    TRY(MPI_Comm_rank(comm, &c->rank));
    TRY(MPI_Comm_size(comm, &c->size));
    c->producer = c->rank % 2 == 0;
    c->partner = c->producer ? c->rank + 1 : c->rank - 1;
    if (c->partner >= c->size)
        c->partner = -1;
    c->chunk = malloc((size_t)values * sizeof(double));
    if (c->chunk == NULL)
        MPI_Abort(comm, 3);
    TRY(MPI_Win_allocate(values * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &c->inbox, &c->data));
    TRY(MPI_Win_allocate(COUNTERS * (MPI_Aint)sizeof(int64_t), sizeof(int64_t), MPI_INFO_NULL, comm, &c->counters,
                         &c->control));
    for (int i = 0; i < COUNTERS; i++)
        c->counters[i] = 0;
    TRY(MPI_Win_lock_all(0, c->data));
    TRY(MPI_Win_lock_all(0, c->control));
    TRY(MPI_Barrier(comm));
}

static void channel_close(channel_t *c)
{
    TRY(MPI_Barrier(c->comm));
    TRY(MPI_Win_unlock_all(c->control));
    TRY(MPI_Win_unlock_all(c->data));
    TRY(MPI_Win_free(&c->control));
    TRY(MPI_Win_free(&c->data));
    free(c->chunk);
}

static int64_t read_counter(const channel_t *c, int which)
{
    int64_t value = 0;

    TRY(MPI_Fetch_and_op(NULL, &value, MPI_INT64_T, c->rank, which, MPI_NO_OP, c->control));
    TRY(MPI_Win_flush(c->rank, c->control));
    return value;
}

/* Waits until a counter of this process has reached `wanted`. */
static void await(const channel_t *c, int which, int64_t wanted)
{
    while (read_counter(c, which) < wanted)
        ;
}

static void count_up(const channel_t *c, int which)
{
    const int64_t one = 1;

    TRY(MPI_Accumulate(&one, 1, MPI_INT64_T, c->partner, which, 1, MPI_INT64_T, MPI_SUM, c->control));
    TRY(MPI_Win_flush(c->partner, c->control));
}

static double value_of(int rank, int chunk, int i)
{
    return (double)rank * 1000.0 + (double)chunk + 1e-6 * (double)i;
}

static void produce(channel_t *c, int chunks)
{
    for (int k = 0; k < chunks; k++) {
        for (int i = 0; i < c->values; i++)
            c->chunk[i] = value_of(c->rank, k, i);
        TRY(MPI_Put(c->chunk, c->values, MPI_DOUBLE, c->partner, 0, c->values, MPI_DOUBLE, c->data)); //@ CHUNK
        TRY(MPI_Win_flush(c->partner, c->data));
        count_up(c, ARRIVED);
    }
}

static long consume(channel_t *c, int chunks)
{
    long wrong = 0;

    for (int k = 0; k < chunks; k++) {
        await(c, ARRIVED, k + 1);
        TRY(MPI_Win_sync(c->data));
        for (int i = 0; i < c->values; i++)
            wrong += c->inbox[i] != value_of(c->partner, k, i); //@ READ
        count_up(c, CONSUMED);
    }
    return wrong;
}

static int read_option(int argc, char **argv, int index, int fallback)
{
    const int value = index < argc ? atoi(argv[index]) : fallback;

    if (value < 1 || value > 1000000) {
        fprintf(stderr, "usage: arrived_free [chunks [values]]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return value;
}

int main(int argc, char **argv)
{
    channel_t channel;
    int chunks, values;
    long wrong = 0, all = 0;
    double start, slowest = 0.0;

    TRY(MPI_Init(&argc, &argv));
    chunks = read_option(argc, argv, 1, 50);
    values = read_option(argc, argv, 2, 4096);
    channel_open(&channel, values, MPI_COMM_WORLD);

    start = MPI_Wtime();
    if (channel.partner >= 0) {
        if (channel.producer)
            produce(&channel, chunks);
        else
            wrong = consume(&channel, chunks);
    }
    start = MPI_Wtime() - start;

    TRY(MPI_Reduce(&wrong, &all, 1, MPI_LONG, MPI_SUM, 0, channel.comm));
    TRY(MPI_Reduce(&start, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, channel.comm));
    if (channel.rank == 0)
        printf("%d channels, %d chunks, %.4f s, %ld wrong\n", channel.size / 2, chunks, slowest, all);
    channel_close(&channel);
    MPI_Finalize();
    return 0;
}
