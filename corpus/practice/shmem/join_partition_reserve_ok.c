/*
 * The first half of a database join: each PE scans its part of a relation and sends each tuple to the PE that owns its key. Tuples are
 * collected in batches; a batch reserves its place in the inbox of the owner by an atomic on the number of tuples there and is put.
 *
 * Race-free. shmem_long_atomic_fetch_add adds the length of the batch, so the places [place, place + count) of different batches are
 * disjoint, whoever fetched them (OpenSHMEM 1.6, 9.7). shmem_putmem has read the batch at return, which is then filled anew. The
 * barrier completes all puts and atomics (9.9.1) before the owner reads the number and its inbox.
 */
//@ expect: none
//@ twin: join_partition_reserve_race.c
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t key;
    uint32_t row;
    uint32_t from;
} Tuple;

typedef struct {
    long rows;  /* of the relation on each PE */
    long batch; /* tuples */
    uint64_t seed;
} Options;

typedef struct {
    int me;
    int npes;
    long batch;
    long capacity;
    Tuple *outbox; /* private, [npes][batch] */
    long *filled;  /* private, [npes] */
    Tuple *inbox;  /* symmetric, [capacity] */
    long *used;    /* symmetric */
} Partition;

static void die(int status, const char *why)
{
    fprintf(stderr, "PE %d: %s\n", shmem_my_pe(), why);
    shmem_global_exit(status);
}

static Options parse(int argc, char **argv)
{
    Options options = {20000, 64, 7};

    for (int i = 1; i < argc; i++) {
        const char *value = strchr(argv[i], '=');

        if (value == NULL)
            die(1, "options are --rows=n, --batch=n, --seed=n");
        if (strncmp(argv[i], "--rows=", 7) == 0)
            options.rows = atol(value + 1);
        else if (strncmp(argv[i], "--batch=", 8) == 0)
            options.batch = atol(value + 1);
        else if (strncmp(argv[i], "--seed=", 7) == 0)
            options.seed = strtoull(value + 1, NULL, 0);
    }
    if (options.rows < 1 || options.rows > 10000000 || options.batch < 2 || options.batch > 65536)
        die(1, "rows or batch out of range");
    return options;
}

static void partition_create(Partition *part, const Options *options)
{
    part->me = shmem_my_pe();
    part->npes = shmem_n_pes();
    part->batch = options->batch;
    part->capacity = options->rows * part->npes;
    part->outbox = malloc((size_t)part->npes * (size_t)part->batch * sizeof(Tuple));
    part->filled = calloc((size_t)part->npes, sizeof(long));
    part->inbox = shmem_malloc((size_t)part->capacity * sizeof(Tuple));
    part->used = shmem_calloc(1, sizeof(long));
    if (part->outbox == NULL || part->filled == NULL || part->inbox == NULL || part->used == NULL)
        die(2, "out of memory");
}

static void partition_destroy(Partition *part)
{
    shmem_free(part->used);
    shmem_free(part->inbox);
    free(part->filled);
    free(part->outbox);
}

static long reserve(Partition *part, int owner, long count)
{
    const long place = shmem_long_atomic_fetch_add(part->used, count, owner);

    if (place + count > part->capacity)
        die(3, "inbox full");
    return place;
}

static void ship(Partition *part, int owner)
{
    const long count = part->filled[owner];

    if (count > 0) {
        const long place = reserve(part, owner, count);

        shmem_putmem(part->inbox + place, part->outbox + (long)owner * part->batch, (size_t)count * sizeof(Tuple), owner); //@ PUT
        part->filled[owner] = 0;
    }
}

static void send_tuple(Partition *part, const Tuple *tuple)
{
    const int owner = (int)(tuple->key % (uint64_t)part->npes);

    part->outbox[(long)owner * part->batch + part->filled[owner]] = *tuple;
    if (++part->filled[owner] == part->batch)
        ship(part, owner);
}

static void scan(Partition *part, const Options *options)
{
    uint64_t state = options->seed + (uint64_t)part->me * 977 + 1;

    for (long row = 0; row < options->rows; row++) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        const Tuple tuple = {state >> 40, (uint32_t)row, (uint32_t)part->me};
        send_tuple(part, &tuple);
    }
    for (int step = 0; step < part->npes; step++)
        ship(part, (part->me + step) % part->npes);
}

static long wrong_tuples(const Partition *part, long count)
{
    long wrong = 0;

    for (long i = 0; i < count; i++)
        wrong += part->inbox[i].key % (uint64_t)part->npes != (uint64_t)part->me;
    return wrong;
}

int main(int argc, char **argv)
{
    static long totals[4];
    Partition part;

    shmem_init();
    const Options options = parse(argc, argv);
    partition_create(&part, &options);

    scan(&part, &options);
    shmem_barrier_all();
    totals[0] = *part.used;
    totals[1] = wrong_tuples(&part, *part.used);
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, totals + 2, totals, 2);
    if (part.me == 0)
        printf("%ld of %ld tuples partitioned, %ld wrong\n", totals[2], options.rows * part.npes, totals[3]);

    partition_destroy(&part);
    shmem_finalize();
    return totals[3] != 0;
}
