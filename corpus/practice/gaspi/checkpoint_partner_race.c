/*
 * Checkpoints in the memory of a partner: every few steps a process writes its state, in pieces, into the segment of its right
 * neighbour, a place for each generation, and notifies it. The neighbour waits for the notification and checks the sum. Generations take turns
 * in the queues of a channel.
 *
 * The race: the channel goes on to the next queue before the notification is posted. The pieces of generation g are on queue g % queues, its notification on the next
 * one, and queues have no order between them (GASPI 17.1, 8.3, 8.4). With the two queues of the default and two processes: rank 1 finds
 * the notification and adds up while the pieces of rank 0 are on the way: the doubles of generation g on rank 1. Places of
 * generations are disjoint, so writes do not meet.
 */
//@ expect: error RMA201 WRITE LOAD
//@ twin: checkpoint_partner_ok.c
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GPI(call)                                                                                                      \
    do {                                                                                                               \
        gaspi_return_t gpi_ = (call);                                                                                  \
        if (gpi_ != GASPI_SUCCESS) {                                                                                   \
            fprintf(stderr, "error %d in %s, line %d\n", (int)gpi_, __func__, __LINE__);                               \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
    } while (0)

enum { STATE = 0, STORE = 1 };

typedef struct {
    gaspi_rank_t partner;
    int queues;
    gaspi_queue_id_t queue; /* of the generation that is being written */
} Channel;

typedef struct {
    gaspi_rank_t rank;
    long length;  /* doubles of the state */
    long piece;   /* doubles of a piece */
    double *state;
    double *store; /* [generations][length]: the states of the left neighbour */
} Simulation;

typedef struct {
    long length;
    long piece;
    int generations;
    int every;
    int queues;
} Options;

static void channel_open(Channel *channel, const Options *options)
{
    gaspi_rank_t rank, num;
    gaspi_number_t available;

    GPI(gaspi_proc_rank(&rank));
    GPI(gaspi_proc_num(&num));
    GPI(gaspi_queue_num(&available));
    channel->partner = (gaspi_rank_t)((rank + 1) % num);
    channel->queues = options->queues < (int)available ? options->queues : (int)available;
    channel->queue = 0;
}

static void channel_next_queue(Channel *channel)
{
    channel->queue = (gaspi_queue_id_t)((channel->queue + 1) % channel->queues);
}

static void channel_complete(const Channel *channel)
{
    for (int q = 0; q < channel->queues; q++)
        GPI(gaspi_wait((gaspi_queue_id_t)q, GASPI_BLOCK));
}

static void channel_write(const Channel *channel, gaspi_offset_t from, gaspi_offset_t to, gaspi_size_t size)
{
    GPI(gaspi_write(STATE, from, channel->partner, STORE, to, size, channel->queue, GASPI_BLOCK)); //@ WRITE
}

static void save(const Simulation *s, Channel *channel, int generation)
{
    for (long first = 0; first < s->length; first += s->piece) {
        const long count = s->length - first < s->piece ? s->length - first : s->piece;

        channel_write(channel, (gaspi_offset_t)first * sizeof(double), (gaspi_offset_t)(generation * s->length + first) * sizeof(double), (gaspi_size_t)count * sizeof(double));
    }
    channel_next_queue(channel);
    GPI(gaspi_notify(STORE, channel->partner, (gaspi_notification_id_t)generation, 1, channel->queue, GASPI_BLOCK));
}

static double sum_of(const double *values, long count)
{
    double sum = 0.0;

    for (long i = 0; i < count; i++)
        sum += values[i]; //@ LOAD
    return sum;
}

static double received_sum(const Simulation *s, int generation)
{
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    GPI(gaspi_notify_waitsome(STORE, (gaspi_notification_id_t)generation, 1, &id, GASPI_BLOCK));
    GPI(gaspi_notify_reset(STORE, id, &value));
    return sum_of(s->store + generation * s->length, s->length);
}

static void simulation_create(Simulation *s, const Options *options)
{
    gaspi_pointer_t pointer;
    const gaspi_size_t bytes = (gaspi_size_t)options->length * sizeof(double);

    GPI(gaspi_proc_rank(&s->rank));
    s->length = options->length;
    s->piece = options->piece;
    GPI(gaspi_segment_create(STATE, bytes, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    GPI(gaspi_segment_create(STORE, bytes * (gaspi_size_t)options->generations, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    GPI(gaspi_segment_ptr(STATE, &pointer));
    s->state = pointer;
    GPI(gaspi_segment_ptr(STORE, &pointer));
    s->store = pointer;
    for (long i = 0; i < s->length; i++)
        s->state[i] = (double)s->rank;
}

static void advance(Simulation *s, int steps)
{
    for (int step = 0; step < steps; step++)
        for (long i = 0; i < s->length; i++)
            s->state[i] += 1e-3 * (double)(i % 7);
}

static int option(int argc, char **argv, const char *name, int otherwise)
{
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return atoi(argv[i + 1]);
    return otherwise;
}

int main(int argc, char **argv)
{
    Simulation s;
    Channel channel;

    GPI(gaspi_proc_init(GASPI_BLOCK));
    const Options options = {option(argc, argv, "--length", 4096), option(argc, argv, "--piece", 1000),
                             option(argc, argv, "--generations", 6), option(argc, argv, "--every", 10),
                             option(argc, argv, "--queues", 2)};
    if (options.length < 1 || options.piece < 1 || options.generations < 1 || options.generations > 64 || options.queues < 1 || options.every < 1) {
        fprintf(stderr, "option out of range\n");
        exit(EXIT_FAILURE);
    }
    simulation_create(&s, &options);
    channel_open(&channel, &options);

    for (int generation = 0; generation < options.generations; generation++) {
        advance(&s, options.every);
        save(&s, &channel, generation);
        printf("rank %d: generation %d of the neighbour has sum %.6f\n", s.rank, generation, received_sum(&s, generation));
        channel_complete(&channel);
    }

    GPI(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    GPI(gaspi_segment_delete(STORE));
    GPI(gaspi_segment_delete(STATE));
    GPI(gaspi_proc_term(GASPI_BLOCK));
    return 0;
}
