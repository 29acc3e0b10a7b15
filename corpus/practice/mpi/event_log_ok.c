/* An event log that is spread over the processes. Every process produces batches of events; an event goes to the log of
 * the process that its key names. A writer reserves a slot there with MPI_Fetch_and_op and, if the log is not full, puts
 * the record into the slot. After each batch the owners take out what is new.
 *
 * usage: event_log [batches [events per batch]]
 *
 * Race-free: a slot is handed out once (12.7.1: fetch-and-op is atomic to fetch-and-op of the same type) and never used
 * again, so two puts never meet. Both the counter and the record are complete at the target (MPI_Win_flush, 12.5.4)
 * before the writer enters the barrier, and the owner loads them behind it. A second barrier keeps the next batch's
 * updates of the counter away from the load of it.
 */
//@ expect: none
//@ twin: event_log_race.c
#include <stdint.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                                     \
    do {                                                                                \
        int rc_ = (call);                                                               \
        if (rc_ != MPI_SUCCESS) {                                                       \
            fprintf(stderr, "%s:%d: %s failed (%d)\n", __FILE__, __LINE__, #call, rc_); \
            MPI_Abort(MPI_COMM_WORLD, 1);                                               \
        }                                                                               \
    } while (0)

enum { CAPACITY = 4096, WORDS = 3 };

struct event {
    int64_t key;
    int64_t source;
    int64_t value;
};

struct event_log {
    MPI_Win win;
    MPI_Comm comm;
    int rank;
    int size;
    int64_t *words; /* the counter, then CAPACITY records */
    int64_t taken;
    long dropped;
};

static void log_open(struct event_log *log, MPI_Comm comm)
{
    const MPI_Aint bytes = (1 + (MPI_Aint)CAPACITY * WORDS) * (MPI_Aint)sizeof(int64_t);

    CHECK(MPI_Comm_dup(comm, &log->comm));
    CHECK(MPI_Comm_rank(log->comm, &log->rank));
    CHECK(MPI_Comm_size(log->comm, &log->size));
    CHECK(MPI_Win_allocate(bytes, sizeof(int64_t), MPI_INFO_NULL, log->comm, &log->words, &log->win));
    memset(log->words, 0, (size_t)bytes);
    log->taken = 0;
    log->dropped = 0;
    CHECK(MPI_Win_lock_all(0, log->win));
    CHECK(MPI_Win_sync(log->win));
    CHECK(MPI_Barrier(log->comm));
}

static void log_close(struct event_log *log)
{
    CHECK(MPI_Win_unlock_all(log->win));
    CHECK(MPI_Win_free(&log->win));
    CHECK(MPI_Comm_free(&log->comm));
}

/* Reserves a slot in the log of `owner`; -1 if that is full. */
static int64_t reserve(struct event_log *log, int owner)
{
    const int64_t one = 1;
    int64_t slot = -1;

    CHECK(MPI_Fetch_and_op(&one, &slot, MPI_INT64_T, owner, 0, MPI_SUM, log->win));
    CHECK(MPI_Win_flush(owner, log->win));
    return slot < CAPACITY ? slot : -1;
}

static void log_append(struct event_log *log, const struct event *event)
{
    const int owner = (int)(event->key % log->size);
    const int64_t slot = reserve(log, owner);

    if (slot < 0) {
        log->dropped++;
        return;
    }
    CHECK(MPI_Put(event, WORDS, MPI_INT64_T, owner, 1 + slot * WORDS, WORDS, MPI_INT64_T, log->win));
    CHECK(MPI_Win_flush(owner, log->win));
}

/* Hands the new records to `visit`; collective. */
static void log_drain(struct event_log *log, void (*visit)(const struct event *, void *), void *state)
{
    int64_t filled;

    CHECK(MPI_Barrier(log->comm));
    CHECK(MPI_Win_sync(log->win));
    filled = log->words[0];
    if (filled > CAPACITY)
        filled = CAPACITY;
    for (; log->taken < filled; log->taken++) {
        struct event event;

        memcpy(&event, log->words + 1 + log->taken * WORDS, sizeof event);
        visit(&event, state);
    }
    CHECK(MPI_Barrier(log->comm));
}

struct totals {
    int64_t events;
    int64_t sum;
    int64_t misplaced;
    int rank;
    int size;
};

static void add_event(const struct event *event, void *state)
{
    struct totals *totals = state;

    totals->events++;
    totals->sum += event->value;
    if (event->key % totals->size != totals->rank)
        totals->misplaced++;
}

static void produce(struct event_log *log, int batch, int events)
{
    for (int i = 0; i < events; i++) {
        struct event event;

        event.key = (int64_t)log->rank * 31 + (int64_t)batch * 7 + (int64_t)i * 13;
        event.source = log->rank;
        event.value = batch + i;
        log_append(log, &event);
    }
}

static int read_option(int argc, char **argv, int index, int fallback, int largest)
{
    const int number = index < argc ? atoi(argv[index]) : fallback;

    if (number < 1 || number > largest) {
        fprintf(stderr, "argument %d must be 1 to %d\n", index, largest);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return number;
}

int main(int argc, char **argv)
{
    struct event_log log;
    struct totals totals = {0, 0, 0, 0, 1};
    long mine[3], all[3] = {0, 0, 0};
    double start;
    int batches, events;

    CHECK(MPI_Init(&argc, &argv));
    batches = read_option(argc, argv, 1, 4, 1000);
    events = read_option(argc, argv, 2, 200, 100000);
    log_open(&log, MPI_COMM_WORLD);
    totals.rank = log.rank;
    totals.size = log.size;

    start = MPI_Wtime();
    for (int batch = 0; batch < batches; batch++) {
        produce(&log, batch, events);
        log_drain(&log, add_event, &totals);
    }
    start = MPI_Wtime() - start;

    mine[0] = (long)totals.events;
    mine[1] = log.dropped;
    mine[2] = (long)totals.misplaced;
    CHECK(MPI_Reduce(mine, all, 3, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD));
    if (log.rank == 0) {
        const long wanted = (long)batches * events * log.size;

        printf("%ld events, %ld dropped, %ld misplaced, %.3f s: %s\n", all[0], all[1], all[2], start,
               all[0] + all[1] == wanted && all[2] == 0 ? "ok" : "WRONG");
    }
    log_close(&log);
    MPI_Finalize();
    return 0;
}
