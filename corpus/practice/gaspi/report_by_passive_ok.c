/*
 * Reports to a server. In each round every worker writes its histogram into its slot on rank 0 and then sends a short passive message
 * that tells what it did. Rank 0 receives the messages of all workers, in any order, and adds up the slots.
 *
 * Race-free. Besides the passive message each histogram has a notification (gaspi_write_notify), and rank 0 finds those of all workers before
 * it reads the slots (GASPI 17.1, 8.3); the message alone would tell nothing about the write. The worker fills its histogram again behind
 * gaspi_wait (8.2), and the barrier at the end of a round orders the loads before the next writes. Passive messages are
 * received into a place of their own. One process has no workers.
 */
//@ expect: none
//@ twin: report_by_passive_race.c
#include <GASPI.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BINS 64

#define MUST(call)                                                                                                     \
    do {                                                                                                               \
        gaspi_return_t must_ = (call);                                                                                 \
        if (must_ != GASPI_SUCCESS) {                                                                                  \
            fprintf(stderr, "%s:%d: %d\n", __FILE__, __LINE__, (int)must_);                                            \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

typedef struct {
    int32_t worker;
    int32_t round;
    int64_t samples;
} Message;

typedef struct {
    gaspi_rank_t rank;
    gaspi_rank_t num;
    gaspi_segment_id_t slots;    /* a histogram for each process; the own one is filled here */
    gaspi_segment_id_t messages; /* one message to send or to receive */
    long *histogram;             /* [num][BINS] */
    Message *message;
} Report;

typedef struct {
    long bins[BINS];
    long samples;
    long told;
} Total;

static void report_create(Report *report)
{
    gaspi_pointer_t pointer;

    MUST(gaspi_proc_rank(&report->rank));
    MUST(gaspi_proc_num(&report->num));
    report->slots = 0;
    report->messages = 1;
    MUST(gaspi_segment_create(report->slots, report->num * BINS * sizeof(long), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    MUST(gaspi_segment_ptr(report->slots, &pointer));
    report->histogram = pointer;
    MUST(gaspi_segment_create(report->messages, sizeof(Message), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    MUST(gaspi_segment_ptr(report->messages, &pointer));
    report->message = pointer;
}

static void report_delete(Report *report)
{
    MUST(gaspi_segment_delete(report->messages));
    MUST(gaspi_segment_delete(report->slots));
    report->histogram = NULL;
}

static void sample(long *bins, int round, long samples)
{
    uint32_t state = 17u + (uint32_t)round;

    memset(bins, 0, BINS * sizeof(long));
    for (long i = 0; i < samples; i++) {
        state = state * 1664525u + 1013904223u;
        bins[state >> 26]++;
    }
}

static void send_report(const Report *report, int round, long samples)
{
    const gaspi_offset_t slot = report->rank * BINS * sizeof(long);

    sample(report->histogram + report->rank * BINS, round, samples);
    MUST(gaspi_write_notify(report->slots, slot, 0, report->slots, slot, BINS * sizeof(long), report->rank, 1, 0, GASPI_BLOCK)); //@ WRITE
    MUST(gaspi_wait(0, GASPI_BLOCK));
    report->message->worker = report->rank;
    report->message->round = round;
    report->message->samples = samples;
    MUST(gaspi_passive_send(report->messages, 0, 0, sizeof(Message), GASPI_BLOCK));
}

static void receive_messages(const Report *report, int round, Total *total)
{
    for (int missing = report->num - 1; missing > 0; missing--) {
        gaspi_rank_t from;

        MUST(gaspi_passive_receive(report->messages, 0, &from, sizeof(Message), GASPI_BLOCK));
        if (report->message->worker != from || report->message->round != round) {
            fprintf(stderr, "strange message of rank %d\n", from);
            exit(EXIT_FAILURE);
        }
        total->told += report->message->samples;
    }
}

static void find_histograms(const Report *report)
{
    for (int missing = report->num - 1; missing > 0; missing--) {
        gaspi_notification_id_t id;
        gaspi_notification_t value;

        MUST(gaspi_notify_waitsome(report->slots, 1, (gaspi_number_t)(report->num - 1), &id, GASPI_BLOCK));
        MUST(gaspi_notify_reset(report->slots, id, &value));
    }
}

static void add_up(const Report *report, Total *total)
{
    for (int worker = 1; worker < report->num; worker++) {
        const long *bins = report->histogram + worker * BINS;

        for (int i = 0; i < BINS; i++) {
            const long count = bins[i]; //@ LOAD

            total->bins[i] += count;
            total->samples += count;
        }
    }
}

static void serve(const Report *report, int round, Total *total)
{
    receive_messages(report, round, total);
    find_histograms(report);
    add_up(report, total);
}

int main(int argc, char **argv)
{
    int rounds = 5;
    long samples = 10000;
    Total total;
    Report report;

    MUST(gaspi_proc_init(GASPI_BLOCK));
    if (argc > 1)
        rounds = atoi(argv[1]);
    if (argc > 2)
        samples = atol(argv[2]);
    if (rounds < 2 || rounds > 10000 || samples < 1) {
        fprintf(stderr, "usage: %s [rounds [samples]]\n", argv[0]);
        exit(EXIT_FAILURE);
    }
    memset(&total, 0, sizeof total);
    report_create(&report);

    for (int round = 0; round < rounds; round++) {
        if (report.rank == 0)
            serve(&report, round, &total);
        else
            send_report(&report, round, samples);
        MUST(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    }
    if (report.rank == 0)
        printf("%ld samples in the slots, %ld told: %s\n", total.samples, total.told, total.samples == total.told ? "ok" : "FAILED");

    report_delete(&report);
    MUST(gaspi_proc_term(GASPI_BLOCK));
    return 0;
}
