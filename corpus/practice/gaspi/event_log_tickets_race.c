/*
 * A common event log in the segment of rank 0. A process that has an event draws a ticket by gaspi_atomic_fetch_add from the counter
 * there and writes the event into the entry of its ticket. At the end rank 0 has a notification from everybody and prints what is there.
 *
 * The race: the log is used as a ring, the entry is ticket % entries, so that the oldest events are overwritten. Two processes with tickets t
 * and t + entries write the same entry on rank 0, and nothing orders the two (GASPI 17.1, 8.2); one process that draws both does so as well, for
 * gaspi_wait completes a write at its source only. The fetched tickets take part: a warning.
 */
//@ expect: warning RMA203 WRITE WRITE
//@ twin: event_log_tickets_ok.c
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        const gaspi_return_t got = (call);                                                                             \
        if (got != GASPI_SUCCESS) {                                                                                    \
            gaspi_string_t text = NULL;                                                                                \
            gaspi_error_message(got, &text);                                                                           \
            fprintf(stderr, "%s: %s\n", #call, text != NULL ? text : "?");                                             \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
    } while (0)

typedef struct {
    double time;
    int rank;
    int number;
    char text[48];
} Event;

/* The segment: the counter, the event that is being written, the entries of the log. */
typedef struct {
    gaspi_atomic_value_t counter;
    gaspi_atomic_value_t pad[7];
    Event draft;
    Event entry[];
} Memory;

typedef struct {
    gaspi_segment_id_t segment;
    gaspi_queue_id_t queue;
    gaspi_rank_t rank;
    gaspi_rank_t num;
    gaspi_atomic_value_t entries;
    Memory *memory;
    long lost;
} Log;

static void log_open(Log *log, long entries)
{
    gaspi_pointer_t pointer;

    TRY(gaspi_proc_rank(&log->rank));
    TRY(gaspi_proc_num(&log->num));
    log->segment = 5;
    log->queue = 0;
    log->entries = (gaspi_atomic_value_t)entries;
    log->lost = 0;
    TRY(gaspi_segment_create(log->segment, sizeof(Memory) + (gaspi_size_t)entries * sizeof(Event), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    TRY(gaspi_segment_ptr(log->segment, &pointer));
    log->memory = pointer;
    log->memory->counter = 0;
    TRY(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
}

static gaspi_atomic_value_t draw_ticket(const Log *log)
{
    gaspi_atomic_value_t ticket;

    TRY(gaspi_atomic_fetch_add(log->segment, offsetof(Memory, counter), 0, 1, &ticket, GASPI_BLOCK));
    return ticket;
}

static void log_event(Log *log, int number, const char *text)
{
    Event *draft = &log->memory->draft;
    const gaspi_atomic_value_t ticket = draw_ticket(log);
    gaspi_atomic_value_t entry;

    entry = ticket % log->entries;
    TRY(gaspi_time_get(&draft->time));
    draft->rank = log->rank;
    draft->number = number;
    snprintf(draft->text, sizeof draft->text, "%s", text);
    TRY(gaspi_write(log->segment, offsetof(Memory, draft), 0, log->segment, sizeof(Memory) + entry * sizeof(Event), sizeof(Event), log->queue, GASPI_BLOCK)); //@ WRITE
    TRY(gaspi_wait(log->queue, GASPI_BLOCK));
}

static void wait_for_all(const Log *log)
{
    for (int missing = log->num; missing > 0; missing--) {
        gaspi_notification_id_t id;
        gaspi_notification_t old;

        TRY(gaspi_notify_waitsome(log->segment, 0, log->num, &id, GASPI_BLOCK));
        TRY(gaspi_notify_reset(log->segment, id, &old));
    }
}

static void log_print(const Log *log)
{
    gaspi_atomic_value_t count = log->memory->counter;

    if (count > log->entries)
        count = log->entries;
    for (gaspi_atomic_value_t i = 0; i < count; i++) {
        const Event *event = &log->memory->entry[i];

        printf("%10.6f rank %d, event %d: %s\n", event->time, event->rank, event->number, event->text);
    }
}

static void log_close(Log *log)
{
    TRY(gaspi_notify(log->segment, 0, log->rank, 1, log->queue, GASPI_BLOCK));
    TRY(gaspi_wait(log->queue, GASPI_BLOCK));
    if (log->rank == 0) {
        wait_for_all(log);
        log_print(log);
    }
    TRY(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    TRY(gaspi_segment_delete(log->segment));
}

static double some_work(int amount)
{
    double x = 1.0;

    for (int i = 0; i < amount * 1000; i++)
        x = 0.5 * (x + 2.0 / x);
    return x;
}

int main(int argc, char **argv)
{
    long entries = 1000;
    int events = 20, option;
    Log log;

    TRY(gaspi_proc_init(GASPI_BLOCK));
    while ((option = getopt(argc, argv, "e:n:")) != -1) {
        if (option == 'e')
            entries = atol(optarg);
        else if (option == 'n')
            events = atoi(optarg);
    }
    if (entries < 64 || entries > 1L << 20 || events < 0) {
        fprintf(stderr, "usage: %s [-e entries, at least 64] [-n events]\n", argv[0]);
        exit(EXIT_FAILURE);
    }
    log_open(&log, entries);

    for (int number = 0; number < events; number++) {
        char text[40];

        snprintf(text, sizeof text, "value %.12f", some_work(number));
        log_event(&log, number, text);
    }
    log_close(&log);
    if (log.lost > 0)
        printf("rank %d: %ld events lost\n", log.rank, log.lost);

    TRY(gaspi_proc_term(GASPI_BLOCK));
    return 0;
}
