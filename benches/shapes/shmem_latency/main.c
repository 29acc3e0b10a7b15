/*
 * Latency and bandwidth between two processing elements in OpenSHMEM.
 *
 * Tests: ping-pong by put and a flag, ping-pong by put with signal, bursts of shmem_putmem_nbi with quiet, shmem_getmem, and atomic
 * fetch-and-add. The two processing elements are 0 and the middle one; the others take part in barriers alone.
 *
 * Race-free as compiled plainly, by OpenSHMEM 1.5:
 *   ping       data is put, shmem_fence orders the put of the flag behind it (9.11), and the receiver reads the data when its
 *              wait has seen the flag with the number of the iteration; its own data go back to another buffer. The put of the
 *              next iteration follows the answer, which is sent after the data were read
 *   signal     the same with one call, whose signal stands for its own data (9.8)
 *   burst      the blocks are disjoint; quiet completes them (9.11), and the sizes are separated by barriers
 *   get        the source is stored before a barrier and not changed until the next one
 *   atomic     fetch-and-add of one type on one counter
 *
 * Under -DRACY the ping-pong by flag has no fence between data and flag: the receiver may see the flag and read (B) while the
 * data (A) are on their way; nor is the put of the next iteration ordered behind it (9.11). Happens with two or more processing
 * elements, the first with a check of the data.
 * The labels hold under -DRACY; compiled plainly the program is to be free of findings.
 */
//@ expect: error RMA201 A B
//@ expect: error RMA203 A A
#include <getopt.h>
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FLAG_LINE 16 /* longs between the flags, so that each has a cache line */

struct options {
    size_t smallest, largest;
    int iterations, warmup;
    int burst;
    int check;
    const char *test;
};

struct bench {
    int me, pes;
    int first, second;   /* who takes part */
    int peer;            /* of those two; -1 on the others */
    char *out;           /* what is sent */
    char *in;            /* symmetric: where it arrives */
    long *flag;          /* symmetric: number of the last message */
    uint64_t *signal;    /* symmetric */
    long *counter;       /* symmetric */
    long sequence;
    long wrong;
};

struct test {
    const char *name;
    double (*run)(struct bench *, const struct options *, size_t);
    int once;            /* does not depend on the size */
    int two_ways;        /* an iteration is two messages */
};

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fatal(const char *why)
{
    fprintf(stderr, "PE %d: %s\n", shmem_my_pe(), why);
    shmem_global_exit(1);
}

static void usage(const char *name)
{
    fprintf(stderr,
            "usage: %s [-t ping|signal|burst|get|atomic] [-s smallest] [-l largest] [-i iterations] [-w warmup] [-b burst] [-c]\n",
            name);
}

static int parse(int argc, char **argv, struct options *o)
{
    int c;

    o->smallest = 8;
    o->largest = 1 << 16;
    o->iterations = 500;
    o->warmup = 50;
    o->burst = 16;
    o->check = 0;
    o->test = NULL;
    while ((c = getopt(argc, argv, "t:s:l:i:w:b:c")) != -1) {
        switch (c) {
        case 't':
            o->test = optarg;
            break;
        case 's':
            o->smallest = strtoul(optarg, NULL, 0);
            break;
        case 'l':
            o->largest = strtoul(optarg, NULL, 0);
            break;
        case 'i':
            o->iterations = atoi(optarg);
            break;
        case 'w':
            o->warmup = atoi(optarg);
            break;
        case 'b':
            o->burst = atoi(optarg);
            break;
        case 'c':
            o->check = 1;
            break;
        default:
            return -1;
        }
    }
    return o->smallest > 0 && o->largest >= o->smallest && o->iterations > 0 && o->warmup >= 0 && o->burst > 0 ? 0 : -1;
}

static void bench_open(struct bench *b, const struct options *o)
{
    const size_t bytes = o->largest * (size_t)o->burst;

    memset(b, 0, sizeof(*b));
    b->me = shmem_my_pe();
    b->pes = shmem_n_pes();
    b->first = 0;
    b->second = b->pes / 2;
    b->peer = -1;
    if (b->me == b->first)
        b->peer = b->second;
    else if (b->me == b->second)
        b->peer = b->first;
    b->out = malloc(bytes);
    b->in = shmem_malloc(bytes);
    b->flag = shmem_calloc(FLAG_LINE, sizeof(long));
    b->signal = shmem_calloc(FLAG_LINE, sizeof(uint64_t));
    b->counter = shmem_calloc(FLAG_LINE, sizeof(long));
    if (b->out == NULL || b->in == NULL || b->flag == NULL || b->signal == NULL || b->counter == NULL)
        fatal("no memory");
    memset(b->out, 0, bytes);
    memset(b->in, 0, bytes);
    shmem_barrier_all();
}

static void bench_close(struct bench *b)
{
    shmem_barrier_all();
    shmem_free(b->counter);
    shmem_free(b->signal);
    shmem_free(b->flag);
    shmem_free(b->in);
    free(b->out);
}

static void fill(struct bench *b, size_t size, long number)
{
    memset(b->out, (int)(number % 100 + 1), size);
}

static void compare(struct bench *b, size_t size, long number)
{
    const char want = (char)(number % 100 + 1);
    size_t i;

    for (i = 0; i < size; i++)
        if (b->in[i] != want) //@ B
            b->wrong++;
}

static void send_flagged(struct bench *b, size_t size, long number)
{
    shmem_putmem(b->in, b->out, size, b->peer); //@ A
#ifndef RACY
    shmem_fence();
#endif
    shmem_long_p(b->flag, number, b->peer);
}

static double run_ping(struct bench *b, const struct options *o, size_t size)
{
    double start = 0.0;
    int i;

    for (i = 0; i < o->warmup + o->iterations; i++) {
        const long number = ++b->sequence;

        if (i == o->warmup)
            start = seconds();
        if (b->me == b->first) {
            fill(b, size, number);
            send_flagged(b, size, number);
            shmem_long_wait_until(b->flag, SHMEM_CMP_GE, number);
            if (o->check)
                compare(b, size, number);
        } else {
            fill(b, size, number);
            shmem_long_wait_until(b->flag, SHMEM_CMP_GE, number);
            if (o->check)
                compare(b, size, number);
            send_flagged(b, size, number);
        }
    }
    return seconds() - start;
}

static double run_signal(struct bench *b, const struct options *o, size_t size)
{
    double start = 0.0;
    int i;

    for (i = 0; i < o->warmup + o->iterations; i++) {
        const uint64_t number = (uint64_t)++b->sequence;

        if (i == o->warmup)
            start = seconds();
        fill(b, size, (long)number);
        if (b->me == b->first) {
            shmem_putmem_signal(b->in, b->out, size, b->signal, number, SHMEM_SIGNAL_SET, b->peer);
            shmem_signal_wait_until(b->signal, SHMEM_CMP_GE, number);
        } else {
            shmem_signal_wait_until(b->signal, SHMEM_CMP_GE, number);
            shmem_putmem_signal(b->in, b->out, size, b->signal, number, SHMEM_SIGNAL_SET, b->peer);
        }
    }
    return seconds() - start;
}

static double run_burst(struct bench *b, const struct options *o, size_t size)
{
    double start = 0.0;
    int i, k;

    if (b->me != b->first)
        return 0.0;
    for (i = 0; i < o->warmup + o->iterations; i++) {
        if (i == o->warmup)
            start = seconds();
        for (k = 0; k < o->burst; k++)
            shmem_putmem_nbi(b->in + k * size, b->out + k * size, size, b->peer);
        shmem_quiet();
    }
    return seconds() - start;
}

static double run_get(struct bench *b, const struct options *o, size_t size)
{
    double start = 0.0;
    int i;

    if (b->me != b->first)
        return 0.0;
    for (i = 0; i < o->warmup + o->iterations; i++) {
        if (i == o->warmup)
            start = seconds();
        shmem_getmem(b->out, b->in, size, b->peer);
    }
    return seconds() - start;
}

static double run_atomic(struct bench *b, const struct options *o, size_t size)
{
    double start = 0.0;
    long last = -1;
    int i;

    (void)size;
    for (i = 0; i < o->warmup + o->iterations; i++) {
        long now;

        if (i == o->warmup)
            start = seconds();
        now = shmem_long_atomic_fetch_add(b->counter, 1, b->first);
        if (now <= last)
            b->wrong++;
        last = now;
    }
    return seconds() - start;
}

static const struct test tests[] = {
    {"ping", run_ping, 0, 1}, {"signal", run_signal, 0, 1}, {"burst", run_burst, 0, 0},
    {"get", run_get, 0, 0},   {"atomic", run_atomic, 1, 0},
};

static void report(const struct bench *b, const struct options *o, const struct test *t, size_t size, double elapsed)
{
    const double messages = (double)o->iterations * (t->run == run_burst ? o->burst : 1) * (t->two_ways ? 2 : 1);

    if (b->me != b->first)
        return;
    printf("%-8s %10zu %12.3f us %12.3f MB/s\n", t->name, size, 1e6 * elapsed / messages,
           1e-6 * messages * (double)size / elapsed);
}

static void run_test(struct bench *b, const struct options *o, const struct test *t)
{
    size_t size;

    for (size = o->smallest; size <= o->largest; size *= 2) {
        double elapsed = 0.0;

        shmem_barrier_all();
        if (b->peer >= 0)
            elapsed = t->run(b, o, size);
        shmem_barrier_all();
        report(b, o, t, t->once ? sizeof(long) : size, elapsed);
        if (t->once)
            break;
    }
}

/* The counter holds what both have added. */
static long check_counter(const struct bench *b, const struct options *o)
{
    const long expected = 2L * (o->warmup + o->iterations);

    return b->me == b->first && *b->counter != expected ? 1 : 0;
}

int main(int argc, char **argv)
{
    struct options options;
    struct bench bench;
    size_t i;
    int found = 0;

    shmem_init();
    if (parse(argc, argv, &options) != 0) {
        if (shmem_my_pe() == 0)
            usage(argv[0]);
        shmem_finalize();
        return 1;
    }
    if (shmem_n_pes() < 2)
        fatal("two processing elements are needed");
    bench_open(&bench, &options);
    for (i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
        if (options.test != NULL && strcmp(options.test, tests[i].name) != 0)
            continue;
        found++;
        run_test(&bench, &options, &tests[i]);
        if (tests[i].run == run_atomic)
            bench.wrong += check_counter(&bench, &options);
    }
    if (found == 0 && bench.me == 0)
        usage(argv[0]);
    if (bench.wrong > 0)
        printf("PE %d: %ld wrong\n", bench.me, bench.wrong);
    bench_close(&bench);
    shmem_finalize();
    return bench.wrong != 0;
}
