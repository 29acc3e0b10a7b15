/*
 * Sample sort of 64-bit keys with one-sided delivery of the buckets.
 *
 * Each process sorts its keys and sends samples to all; equally spaced samples are the splitters. The counts of the buckets are
 * exchanged by an all-to-all; every receiver computes by a prefix sum where the run of each sender begins in its window, and a
 * second all-to-all tells the senders. Then each run is put to its place. In a loop this is done for several sets of keys, with
 * one window that is large enough.
 *
 * Race-free as compiled plainly: the runs of the senders into one window are disjoint, as their begins are prefix sums of their
 * lengths. All puts lie between two fences (MPI 4.1, 12.5.1); the receiver sorts the window memory behind the second one, and the
 * puts of the next set come behind the first fence of the next round, which no process leaves before the puts and stores before it are
 * over. The keys, origin of the puts, are made anew behind the fence.
 *
 * Under -DRACY the last fence is replaced by a barrier, and that of the next round closes the epoch: the runs (A) may be on their
 * way when the receiver copies the window to a buffer to sort it (B), and when the next keys are drawn (C) and sorted (D).
 * The labels hold under -DRACY; compiled plainly the program is to be free of findings.
 * Where the runs lie and how long they are follows from data that were received, so the races are warnings.
 */
//@ expect: warning RMA201 A B
//@ expect: warning RMA101 A C
//@ expect: warning RMA101 A D
#include <inttypes.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t sort_key;
#define MPI_KEY MPI_INT64_T

#define CHK(f)                                                                       \
    do {                                                                             \
        int chk_ = (f);                                                              \
        if (chk_ != MPI_SUCCESS) {                                                   \
            fprintf(stderr, "%s:%d: MPI error %d\n", __FILE__, __LINE__, chk_);      \
            MPI_Abort(MPI_COMM_WORLD, chk_);                                         \
        }                                                                            \
    } while (0)

enum distribution { UNIFORM, NARROW, ORDERED, REVERSED };

struct options {
    long keys;               /* of one process */
    int oversampling;
    int sets;
    unsigned seed;
    enum distribution distribution;
};

struct sorter {
    MPI_Comm comm;
    int rank, size;
    long n;                  /* keys to begin with */
    long capacity;           /* of the window */
    sort_key *keys;
    sort_key *bucket;        /* window memory */
    sort_key *sorted;
    MPI_Win win;
    long *counts;            /* keys for each process */
    long *received;          /* keys from each process */
    long *starts;            /* where the run of each process begins here */
    long *places;            /* where the own runs begin there */
    sort_key *splitters;
    long total;              /* keys that have arrived */
};

struct phases {
    double local, splitters, counts, deliver, merge;
};

static void *must_alloc(size_t bytes)
{
    void *p = malloc(bytes > 0 ? bytes : 1);

    if (!p) {
        fprintf(stderr, "cannot allocate %zu bytes\n", bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return p;
}

static int parse(int argc, char **argv, struct options *o)
{
    int i;

    o->keys = 10000;
    o->oversampling = 16;
    o->sets = 3;
    o->seed = 1;
    o->distribution = UNIFORM;
    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--keys") == 0 && i + 1 < argc)
            o->keys = atol(argv[++i]);
        else if (strcmp(argv[i], "--oversampling") == 0 && i + 1 < argc)
            o->oversampling = atoi(argv[++i]);
        else if (strcmp(argv[i], "--sets") == 0 && i + 1 < argc)
            o->sets = atoi(argv[++i]);
        else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            o->seed = (unsigned)strtoul(argv[++i], NULL, 0);
        else if (strcmp(argv[i], "--narrow") == 0)
            o->distribution = NARROW;
        else if (strcmp(argv[i], "--ordered") == 0)
            o->distribution = ORDERED;
        else if (strcmp(argv[i], "--reversed") == 0)
            o->distribution = REVERSED;
        else
            return -1;
    }
    return o->keys > 0 && o->oversampling > 0 && o->sets > 0 ? 0 : -1;
}

static void sorter_create(struct sorter *s, const struct options *o, MPI_Comm comm)
{
    s->comm = comm;
    CHK(MPI_Comm_rank(comm, &s->rank));
    CHK(MPI_Comm_size(comm, &s->size));
    s->n = o->keys;
    /* Any process may get all keys. */
    s->capacity = s->n * s->size;
    s->keys = must_alloc(s->n * sizeof(sort_key));
    s->bucket = must_alloc(s->capacity * sizeof(sort_key));
    s->sorted = must_alloc(s->capacity * sizeof(sort_key));
    s->counts = must_alloc(s->size * sizeof(long));
    s->received = must_alloc(s->size * sizeof(long));
    s->starts = must_alloc(s->size * sizeof(long));
    s->places = must_alloc(s->size * sizeof(long));
    s->splitters = must_alloc(s->size * sizeof(sort_key));
    s->total = 0;
    CHK(MPI_Win_create(s->bucket, s->capacity * sizeof(sort_key), sizeof(sort_key), MPI_INFO_NULL, comm, &s->win));
}

static void sorter_destroy(struct sorter *s)
{
    CHK(MPI_Win_free(&s->win));
    free(s->splitters);
    free(s->places);
    free(s->starts);
    free(s->received);
    free(s->counts);
    free(s->sorted);
    free(s->bucket);
    free(s->keys);
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void draw_keys(struct sorter *s, const struct options *o, int set)
{
    uint64_t state = 88172645463325252ull + 7919ull * o->seed + 104729ull * s->rank + 31ull * set;
    long i;

    for (i = 0; i < s->n; i++) {
        sort_key key = (sort_key)(next_random(&state) >> 2);

        switch (o->distribution) {
        case NARROW:
            key %= 16;
            break;
        case ORDERED:
            key = s->rank * s->n + i;
            break;
        case REVERSED:
            key = (s->size - s->rank) * s->n - i;
            break;
        default:
            break;
        }
        s->keys[i] = key; //@ C
    }
}

static int compare_keys(const void *a, const void *b)
{
    const sort_key x = *(const sort_key *)a, y = *(const sort_key *)b;

    return (x > y) - (x < y);
}

static void choose_splitters(struct sorter *s, int oversampling)
{
    const int total = oversampling * s->size;
    sort_key *mine = must_alloc(oversampling * sizeof(sort_key));
    sort_key *all = must_alloc(total * sizeof(sort_key));
    int i;

    for (i = 0; i < oversampling; i++)
        mine[i] = s->keys[(long)i * s->n / oversampling];
    CHK(MPI_Allgather(mine, oversampling, MPI_KEY, all, oversampling, MPI_KEY, s->comm));
    qsort(all, total, sizeof(sort_key), compare_keys);
    for (i = 0; i < s->size - 1; i++)
        s->splitters[i] = all[(i + 1) * oversampling];
    free(all);
    free(mine);
}

/* The sorted keys fall into buckets one behind the other. */
static void count_keys(struct sorter *s)
{
    long i;
    int bucket = 0, p;

    for (p = 0; p < s->size; p++)
        s->counts[p] = 0;
    for (i = 0; i < s->n; i++) {
        while (bucket < s->size - 1 && s->keys[i] >= s->splitters[bucket])
            bucket++;
        s->counts[bucket]++;
    }
}

static void exchange_counts(struct sorter *s)
{
    long sum = 0;
    int p;

    CHK(MPI_Alltoall(s->counts, 1, MPI_LONG, s->received, 1, MPI_LONG, s->comm));
    for (p = 0; p < s->size; p++) {
        s->starts[p] = sum;
        sum += s->received[p];
    }
    s->total = sum;
    CHK(MPI_Alltoall(s->starts, 1, MPI_LONG, s->places, 1, MPI_LONG, s->comm));
}

static void deliver(struct sorter *s)
{
    long from = 0;
    int p;

    CHK(MPI_Win_fence(0, s->win));
    for (p = 0; p < s->size; p++) {
        if (s->counts[p] > 0)
            CHK(MPI_Put(s->keys + from, (int)s->counts[p], MPI_KEY, p, s->places[p], (int)s->counts[p], MPI_KEY, s->win)); //@ A
        from += s->counts[p];
    }
#ifdef RACY
    CHK(MPI_Barrier(s->comm));
#else
    CHK(MPI_Win_fence(MPI_MODE_NOSUCCEED, s->win));
#endif
}

/* The runs are sorted already: a merge of two at a time would do, but the library's sort is good enough here. */
static void sort_bucket(struct sorter *s)
{
    long i;

    for (i = 0; i < s->total; i++)
        s->sorted[i] = s->bucket[i]; //@ B
    qsort(s->sorted, s->total, sizeof(sort_key), compare_keys);
}

static int is_sorted(const struct sorter *s)
{
    const sort_key none_low = INT64_MIN;
    sort_key last = s->total > 0 ? s->sorted[s->total - 1] : none_low;
    sort_key before = none_low;
    long i, sum = 0;
    int ok = 1, all = 0;

    for (i = 1; i < s->total; i++)
        if (s->sorted[i - 1] > s->sorted[i])
            ok = 0;
    /* The largest key of all processes before this one. */
    CHK(MPI_Exscan(&last, &before, 1, MPI_KEY, MPI_MAX, s->comm));
    if (s->rank > 0 && s->total > 0 && before > s->sorted[0])
        ok = 0;
    CHK(MPI_Allreduce(&s->total, &sum, 1, MPI_LONG, MPI_SUM, s->comm));
    if (sum != s->n * s->size)
        ok = 0;
    CHK(MPI_Allreduce(&ok, &all, 1, MPI_INT, MPI_LAND, s->comm));
    return all;
}

static int sort_set(struct sorter *s, const struct options *o, int set, struct phases *t)
{
    double t0, t1;

    draw_keys(s, o, set);
    t0 = MPI_Wtime();
    qsort(s->keys, s->n, sizeof(sort_key), compare_keys); //@ D
    t1 = MPI_Wtime();
    t->local += t1 - t0;
    choose_splitters(s, o->oversampling);
    t0 = MPI_Wtime();
    t->splitters += t0 - t1;
    count_keys(s);
    exchange_counts(s);
    t1 = MPI_Wtime();
    t->counts += t1 - t0;
    deliver(s);
    t0 = MPI_Wtime();
    t->deliver += t0 - t1;
    sort_bucket(s);
    t->merge += MPI_Wtime() - t0;
    return is_sorted(s);
}

static void print_phases(const struct sorter *s, const struct phases *t)
{
    static const char *const names[] = {"local sort", "splitters", "counts", "deliver", "merge"};
    double mine[5], worst[5];
    int i;

    mine[0] = t->local;
    mine[1] = t->splitters;
    mine[2] = t->counts;
    mine[3] = t->deliver;
    mine[4] = t->merge;
    CHK(MPI_Reduce(mine, worst, 5, MPI_DOUBLE, MPI_MAX, 0, s->comm));
    if (s->rank == 0)
        for (i = 0; i < 5; i++)
            printf("%-12s %10.6f s\n", names[i], worst[i]);
}

static void print_balance(const struct sorter *s)
{
    long most = 0;

    CHK(MPI_Reduce(&s->total, &most, 1, MPI_LONG, MPI_MAX, 0, s->comm));
    if (s->rank == 0)
        printf("largest bucket %ld, mean %ld\n", most, s->n);
}

int main(int argc, char **argv)
{
    struct options options;
    struct sorter sorter;
    struct phases phases = {0.0, 0.0, 0.0, 0.0, 0.0};
    int set, good = 0;

    CHK(MPI_Init(&argc, &argv));
    if (parse(argc, argv, &options) != 0) {
        fprintf(stderr, "usage: %s [--keys N] [--oversampling N] [--sets N] [--seed N] [--narrow|--ordered|--reversed]\n", argv[0]);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    sorter_create(&sorter, &options, MPI_COMM_WORLD);
    for (set = 0; set < options.sets; set++)
        good += sort_set(&sorter, &options, set, &phases);
#ifdef RACY
    CHK(MPI_Win_fence(MPI_MODE_NOSUCCEED, sorter.win));
#endif
    print_balance(&sorter);
    print_phases(&sorter, &phases);
    if (sorter.rank == 0)
        printf("%d of %d sets sorted\n", good, options.sets);
    sorter_destroy(&sorter);
    CHK(MPI_Finalize());
    return good == options.sets ? 0 : 1;
}
