/* A distributed hash table, filled by all processes at once and then read.
 *
 * Each key has an owner, by its hash. The owner keeps chains of entries: an array of heads and a heap of entries, both in
 * windows. A process that has a new key reserves an entry (MPI_Fetch_and_op on a counter), puts key and link into it,
 * flushes, and links it by MPI_Compare_and_swap of the head. A process that finds its key adds to the value by
 * MPI_Accumulate.
 *
 * Race-free: heads and counters are accessed by accumulate-class calls of one type only (MPI 4.1, 12.7.1). Entries are reserved
 * once, so puts of two processes never meet. An entry is read by those only that have seen its index in a head or in
 * another entry; the put was complete at the target (flush, 12.5.4) before the compare-and-swap that shows it, and
 * key and link of it do not change any more. The value is changed by MPI_Accumulate with MPI_SUM and read behind
 * table_sync only: flush, then barrier. The owner sets its memory before the barrier in table_create.
 * Results of fetching calls are used behind a flush; origin buffers live until a local flush.
 *
 * -DRACY: the walk along a chain fetches the whole entry, with the value, while others add to that value. MPI_Get and
 * MPI_Accumulate on one location conflict. Which entry it is, is a fetched number, hence a warning.
 */
//@ expect: warning RMA301 ACC GET -- with -DRACY only; none without
#include "table.h"
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int64_t heads;
    int64_t capacity;
    int64_t keys;
    int64_t distinct;
    int rounds;
    int verbose;
} Options;

static void usage(const char *program)
{
    fprintf(stderr, "usage: %s [-b heads] [-c capacity] [-n keys] [-d distinct] [-r rounds] [-v]\n", program);
}

static int parse(int argc, char **argv, Options *options)
{
    int option;

    options->heads = 512;
    options->capacity = 16384;
    options->keys = 2000;
    options->distinct = 700;
    options->rounds = 3;
    options->verbose = 0;
    while ((option = getopt(argc, argv, "b:c:n:d:r:vh")) != -1) {
        switch (option) {
        case 'b':
            options->heads = strtoll(optarg, NULL, 10);
            break;
        case 'c':
            options->capacity = strtoll(optarg, NULL, 10);
            break;
        case 'n':
            options->keys = strtoll(optarg, NULL, 10);
            break;
        case 'd':
            options->distinct = strtoll(optarg, NULL, 10);
            break;
        case 'r':
            options->rounds = atoi(optarg);
            break;
        case 'v':
            options->verbose = 1;
            break;
        default:
            return -1;
        }
    }
    if (options->heads <= 0 || options->capacity <= 0 || options->keys <= 0 || options->distinct <= 0 ||
        options->rounds <= 0) {
        return -1;
    }
    return 0;
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

static void fill(Table *table, const Options *options, int round, TableStats *stats)
{
    uint64_t state = (uint64_t)(round * 7919 + table->rank * 104729 + 1);

    for (int64_t i = 0; i < options->keys; i++) {
        const int64_t key = (int64_t)(next_random(&state) % (uint64_t)options->distinct) * 37 + 5;

        if (table_add(table, key, 1, stats) != 0) {
            fprintf(stderr, "rank %d: heap full at key %lld\n", table->rank, (long long)key);
            MPI_Abort(table->comm, 2);
        }
    }
}

static int64_t verify(Table *table, const Options *options, int rounds)
{
    int64_t local[2];
    int64_t global[2];
    int64_t found = 0;
    int64_t sum_found = 0;
    int64_t wanted = (int64_t)rounds * options->keys * table->size;
    int64_t errors = 0;

    table_local_sum(table, &local[0], &local[1]);
    CHECK(MPI_Allreduce(local, global, 2, MPI_INT64_T, MPI_SUM, table->comm));
    if (global[1] != wanted) {
        errors++;
        if (table->rank == 0) {
            fprintf(stderr, "sum %lld, not %lld\n", (long long)global[1], (long long)wanted);
        }
    }

    /* Each process looks up its share of all possible keys. */
    for (int64_t i = table->rank; i < options->distinct; i += table->size) {
        const int64_t value = table_find(table, i * 37 + 5);

        if (value != NIL) {
            found++;
            sum_found += value;
        }
    }
    local[0] = found;
    local[1] = sum_found;
    CHECK(MPI_Allreduce(MPI_IN_PLACE, local, 2, MPI_INT64_T, MPI_SUM, table->comm));
    if (local[0] != global[0] || local[1] != global[1]) {
        errors++;
        if (table->rank == 0) {
            fprintf(stderr, "found %lld keys, not %lld\n", (long long)local[0], (long long)global[0]);
        }
    }
    if (table_find(table, 6) != NIL) {
        errors++;
    }
    return errors;
}

static void report(const Table *table, const Options *options, const TableStats *stats, double seconds)
{
    long local[5] = {stats->inserted, stats->updated, stats->collisions, stats->lost, stats->hops};
    long total[5] = {0, 0, 0, 0, 0};
    double slowest = 0.0;

    CHECK(MPI_Reduce(local, total, 5, MPI_LONG, MPI_SUM, 0, table->comm));
    CHECK(MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, table->comm));
    if (table->rank == 0) {
        printf("%d processes, %lld keys each\n", table->size, (long long)(options->keys * options->rounds));
        printf("inserted %ld, updated %ld, collisions %ld, lost %ld\n", total[0], total[1], total[2], total[3]);
        if (options->verbose) {
            printf("hops %ld\n", total[4]);
        }
        printf("%.3f s, %.0f updates/s\n", slowest,
               (double)(options->keys * options->rounds) * table->size / (slowest > 0.0 ? slowest : 1.0));
    }
}

int main(int argc, char **argv)
{
    Options options;
    Table table;
    TableStats stats;
    int64_t errors = 0;
    double seconds = 0.0;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (parse(argc, argv, &options) != 0) {
        usage(argv[0]);
        MPI_Finalize();
        return 1;
    }
    memset(&stats, 0, sizeof stats);
    table_create(&table, options.heads, options.capacity, MPI_COMM_WORLD);

    for (int round = 0; round < options.rounds; round++) {
        double start = MPI_Wtime();

        fill(&table, &options, round, &stats);
        table_sync(&table);
        seconds += MPI_Wtime() - start;

        errors += verify(&table, &options, round + 1);
        /* Nobody may go on while others still look up. */
        CHECK(MPI_Barrier(table.comm));
    }

    report(&table, &options, &stats, seconds);
    table_free(&table);
    CHECK(MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD));
    if (errors != 0) {
        fprintf(stderr, "FAILED with %lld errors\n", (long long)errors);
    }
    MPI_Finalize();
    return errors != 0;
}
