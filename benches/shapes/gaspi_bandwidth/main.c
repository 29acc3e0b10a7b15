/*
 * Bandwidth and latency in GASPI: bursts of writes over several queues, ping-pong by write_notify, and reads.
 *
 * The lower half of the ranks sends to the upper half. A segment has an area that is sent and one that receives. A burst is a
 * number of blocks, dealt out to the queues in turn; behind the blocks of each queue a notification is posted on that queue. The
 * receiver waits for all of them, sums up the data, and answers with a notification. The ping-pong has an area of its own.
 *
 * Race-free as compiled plainly, by GASPI 17.1: a notification that is posted to a queue behind writes to the same rank arrives
 * behind them (8.2.4), so after one notification of each queue all blocks are there. The sender fills the blocks anew behind
 * gaspi_wait on each queue (8.2.3) and sends again after the answer, behind which the receiver has read. The ping-pong uses
 * gaspi_write_notify, whose notification covers its own data, and each side sends again when it has read. gaspi_read is through
 * behind gaspi_wait; what it reads is changed by nobody between two barriers.
 *
 * Under -DRACY one notification is posted on the first queue for the whole burst: the blocks of the other queues (A) may be on
 * their way when the receiver sums them up (B), and when the sender writes to the same place in the next burst. Happens with two
 * or more ranks and -q 2 or more.
 * The labels hold under -DRACY; compiled plainly the program is to be free of findings.
 */
//@ expect: error RMA201 A B
//@ expect: error RMA203 A A
#include <GASPI.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_QUEUES 8
#define SEGMENT 0

/* Notifications: one for each queue, then the answer, then those of the ping-pong. */
#define ID_QUEUE(q) ((gaspi_notification_id_t)(q))
#define ID_ANSWER ((gaspi_notification_id_t)MAX_QUEUES)
#define ID_PING ((gaspi_notification_id_t)(MAX_QUEUES + 1))

#define SUCCESS_OR_DIE(call)                                                                     \
    do {                                                                                         \
        const gaspi_return_t result_ = (call);                                                   \
        if (result_ != GASPI_SUCCESS) {                                                          \
            fprintf(stderr, "%s:%d: %s returned %d\n", __FILE__, __LINE__, #call, (int)result_); \
            exit(EXIT_FAILURE);                                                                  \
        }                                                                                        \
    } while (0)

struct options {
    gaspi_size_t smallest, largest;
    int burst, queues;
    int iterations, warmup;
    int verify;
};

struct bench {
    gaspi_rank_t rank, ranks;
    gaspi_rank_t peer;
    int active, sender;
    gaspi_offset_t send_area, receive_area, ping_area; /* in the segment */
    gaspi_size_t area;
    long *base;
    long wrong;
    int number;                             /* of the last burst */
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int parse(int argc, char **argv, struct options *o)
{
    int c;

    o->smallest = 64;
    o->largest = 65536;
    o->burst = 32;
    o->queues = 4;
    o->iterations = 100;
    o->warmup = 10;
    o->verify = 0;
    while ((c = getopt(argc, argv, "s:l:b:q:i:w:v")) != -1) {
        switch (c) {
        case 's':
            o->smallest = strtoul(optarg, NULL, 0);
            break;
        case 'l':
            o->largest = strtoul(optarg, NULL, 0);
            break;
        case 'b':
            o->burst = atoi(optarg);
            break;
        case 'q':
            o->queues = atoi(optarg);
            break;
        case 'i':
            o->iterations = atoi(optarg);
            break;
        case 'w':
            o->warmup = atoi(optarg);
            break;
        case 'v':
            o->verify = 1;
            break;
        default:
            return -1;
        }
    }
    if (o->smallest < sizeof(long) || o->smallest % sizeof(long) != 0 || o->largest < o->smallest)
        return -1;
    return o->burst > 0 && o->queues > 0 && o->queues <= MAX_QUEUES && o->iterations > 0 && o->warmup >= 0 ? 0 : -1;
}

static void barrier(void)
{
    SUCCESS_OR_DIE(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
}

static void bench_open(struct bench *b, const struct options *o)
{
    gaspi_number_t available;
    gaspi_pointer_t pointer;
    gaspi_rank_t half;

    memset(b, 0, sizeof(*b));
    SUCCESS_OR_DIE(gaspi_proc_rank(&b->rank));
    SUCCESS_OR_DIE(gaspi_proc_num(&b->ranks));
    SUCCESS_OR_DIE(gaspi_queue_num(&available));
    if (b->ranks < 2 || (gaspi_number_t)o->queues > available) {
        fprintf(stderr, "two ranks and %d queues are needed\n", o->queues);
        exit(EXIT_FAILURE);
    }
    half = b->ranks / 2;
    b->active = b->rank < 2 * half;
    b->sender = b->rank < half;
    b->peer = b->sender ? b->rank + half : b->rank - half;
    b->area = o->largest * (gaspi_size_t)o->burst;
    b->send_area = 0;
    b->receive_area = b->area;
    b->ping_area = 2 * b->area;
    SUCCESS_OR_DIE(gaspi_segment_create(SEGMENT, 2 * b->area + o->largest, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    SUCCESS_OR_DIE(gaspi_segment_ptr(SEGMENT, &pointer));
    b->base = pointer;
    barrier();
}

static void bench_close(void)
{
    barrier();
    SUCCESS_OR_DIE(gaspi_segment_delete(SEGMENT));
}

/* Waits for one notification and takes it back; returns its value. */
static gaspi_notification_t take(gaspi_notification_id_t id)
{
    gaspi_notification_id_t seen;
    gaspi_notification_t value = 0;

    SUCCESS_OR_DIE(gaspi_notify_waitsome(SEGMENT, id, 1, &seen, GASPI_BLOCK));
    SUCCESS_OR_DIE(gaspi_notify_reset(SEGMENT, seen, &value));
    return value;
}

static void wait_queues(const struct options *o)
{
    int q;

    for (q = 0; q < o->queues; q++)
        SUCCESS_OR_DIE(gaspi_wait((gaspi_queue_id_t)q, GASPI_BLOCK));
}

static void fill(struct bench *b, const struct options *o, gaspi_size_t size)
{
    const size_t count = size / sizeof(long) * (size_t)o->burst;
    long *out = b->base + b->send_area / sizeof(long);
    size_t i;

    for (i = 0; i < count; i++)
        out[i] = b->number + (long)i;
}

static void verify(struct bench *b, const struct options *o, gaspi_size_t size)
{
    const size_t count = size / sizeof(long) * (size_t)o->burst;
    const long *in = b->base + b->receive_area / sizeof(long);
    long sum = 0;
    size_t i;

    for (i = 0; i < count; i++)
        sum += in[i]; //@ B
    if (sum != (long)count * b->number + (long)(count * (count - 1) / 2))
        b->wrong++;
}

static void send_burst(struct bench *b, const struct options *o, gaspi_size_t size)
{
    int k, q;

    for (k = 0; k < o->burst; k++) {
        const gaspi_offset_t at = (gaspi_offset_t)k * size;
        const gaspi_queue_id_t queue = (gaspi_queue_id_t)(k % o->queues);

        SUCCESS_OR_DIE(gaspi_write(SEGMENT, b->send_area + at, b->peer, SEGMENT, b->receive_area + at, size, queue, GASPI_BLOCK)); //@ A
    }
#ifdef RACY
    q = 0;
    SUCCESS_OR_DIE(gaspi_notify(SEGMENT, b->peer, ID_QUEUE(q), (gaspi_notification_t)b->number, (gaspi_queue_id_t)q, GASPI_BLOCK));
#else
    for (q = 0; q < o->queues; q++)
        SUCCESS_OR_DIE(gaspi_notify(SEGMENT, b->peer, ID_QUEUE(q), (gaspi_notification_t)b->number, (gaspi_queue_id_t)q, GASPI_BLOCK));
#endif
    wait_queues(o);
}

static void receive_burst(struct bench *b, const struct options *o, gaspi_size_t size)
{
#ifdef RACY
    const int notifications = 1;
#else
    const int notifications = o->queues;
#endif
    int q;

    for (q = 0; q < notifications; q++)
        if (take(ID_QUEUE(q)) != (gaspi_notification_t)b->number)
            b->wrong++;
    if (o->verify)
        verify(b, o, size);
    SUCCESS_OR_DIE(gaspi_notify(SEGMENT, b->peer, ID_ANSWER, 1, 0, GASPI_BLOCK));
    SUCCESS_OR_DIE(gaspi_wait(0, GASPI_BLOCK));
}

static double run_bursts(struct bench *b, const struct options *o, gaspi_size_t size)
{
    double start = 0.0;
    int i;

    for (i = 0; i < o->warmup + o->iterations; i++) {
        if (i == o->warmup)
            start = now();
        b->number++;
        if (b->sender) {
            fill(b, o, size);
            send_burst(b, o, size);
            take(ID_ANSWER);
        } else {
            receive_burst(b, o, size);
        }
    }
    return now() - start;
}

static void ping(struct bench *b, gaspi_size_t size)
{
    SUCCESS_OR_DIE(gaspi_write_notify(SEGMENT, b->send_area, b->peer, SEGMENT, b->ping_area, size, ID_PING, 1, 0, GASPI_BLOCK));
    SUCCESS_OR_DIE(gaspi_wait(0, GASPI_BLOCK));
}

static double run_ping_pong(struct bench *b, const struct options *o, gaspi_size_t size)
{
    double start = 0.0;
    int i;

    for (i = 0; i < o->warmup + o->iterations; i++) {
        if (i == o->warmup)
            start = now();
        if (b->sender) {
            ping(b, size);
            take(ID_PING);
        } else {
            take(ID_PING);
            ping(b, size);
        }
    }
    return now() - start;
}

static double run_reads(struct bench *b, const struct options *o, gaspi_size_t size)
{
    double start = 0.0;
    int i;

    if (!b->sender)
        return 0.0;
    for (i = 0; i < o->warmup + o->iterations; i++) {
        if (i == o->warmup)
            start = now();
        SUCCESS_OR_DIE(gaspi_read(SEGMENT, b->receive_area, b->peer, SEGMENT, b->send_area, size, 0, GASPI_BLOCK));
        SUCCESS_OR_DIE(gaspi_wait(0, GASPI_BLOCK));
    }
    return now() - start;
}

static void report(const struct bench *b, const struct options *o, gaspi_size_t size, double bursts, double pings, double reads)
{
    const double bytes = (double)size * o->burst * o->iterations;

    if (b->rank == 0)
        printf("%10lu bytes: write %10.2f MB/s  ping %10.3f us  read %10.3f us\n", size, 1e-6 * bytes / bursts,
               0.5e6 * pings / o->iterations, 1e6 * reads / o->iterations);
}

int main(int argc, char **argv)
{
    struct options options;
    struct bench bench;
    gaspi_size_t size;

    SUCCESS_OR_DIE(gaspi_proc_init(GASPI_BLOCK));
    if (parse(argc, argv, &options) != 0) {
        fprintf(stderr, "usage: %s [-s smallest] [-l largest] [-b burst] [-q queues] [-i iterations] [-w warmup] [-v]\n", argv[0]);
        gaspi_proc_term(GASPI_BLOCK);
        return EXIT_FAILURE;
    }
    bench_open(&bench, &options);
    for (size = options.smallest; size <= options.largest; size *= 2) {
        double bursts = 0.0, pings = 0.0, reads = 0.0;

        barrier();
        if (bench.active)
            bursts = run_bursts(&bench, &options, size);
        barrier();
        if (bench.active)
            pings = run_ping_pong(&bench, &options, size);
        barrier();
        if (bench.active)
            reads = run_reads(&bench, &options, size);
        barrier();
        report(&bench, &options, size, bursts, pings, reads);
    }
    if (bench.wrong > 0)
        fprintf(stderr, "rank %d: %ld bursts were wrong\n", (int)bench.rank, bench.wrong);
    bench_close();
    SUCCESS_OR_DIE(gaspi_proc_term(GASPI_BLOCK));
    return bench.wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
