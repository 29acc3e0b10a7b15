/*
 * Test and benchmark of the distributed hash table. In each round every rank inserts its own keys, then looks up the
 * keys of its neighbour in rank order and as many keys that nobody has inserted.
 */
#include "check.h"
#include "dht.h"
#include "workload.h"

struct Times {
    double insert, lookup;
};

static double insert_round(struct Dht *table, const struct Workload *workload, int round)
{
    struct Pair *pairs = xcalloc((size_t)workload->keys, sizeof *pairs);
    double start;

    for (int i = 0; i < workload->keys; i++) {
        pairs[i].key = workload_key(workload, table->size, round, table->rank, i);
        pairs[i].value = workload_value(pairs[i].key);
    }
    start = MPI_Wtime();
    dht_insert(table, pairs, workload->keys);
    start = MPI_Wtime() - start;
    free(pairs);
    return start;
}

/* Adds the number of wrong answers to *wrong. */
static double lookup_round(struct Dht *table, const struct Workload *workload, int round, int64_t *wrong)
{
    const int64_t absent = -1;
    int count = 2 * workload->keys, neighbour = (table->rank + 1) % table->size, found;
    int64_t *keys = xcalloc((size_t)count, sizeof *keys), *values = xcalloc((size_t)count, sizeof *values);
    double start;

    for (int i = 0; i < workload->keys; i++) {
        keys[2 * i] = workload_key(workload, table->size, round, neighbour, i);
        keys[2 * i + 1] = workload_absent_key(table->rank, i);
    }
    start = MPI_Wtime();
    found = dht_lookup(table, keys, count, values, absent);
    start = MPI_Wtime() - start;

    *wrong += found != workload->keys;
    for (int i = 0; i < workload->keys; i++) {
        *wrong += values[2 * i] != workload_value(keys[2 * i]);
        *wrong += values[2 * i + 1] != absent;
    }
    free(keys);
    free(values);
    return start;
}

/* Prints the summary on rank 0; returns whether all answers were right and no cell was lost. */
static int report(const struct Dht *table, const struct Workload *workload, struct Times times, int64_t wrong)
{
    struct DhtStats stats = dht_inspect(table);
    int64_t own[2] = {stats.cells, wrong}, sums[2] = {0, 0}, longest = 0;
    int64_t inserted = (int64_t)workload->keys * workload->rounds * table->size;
    double own_times[2] = {times.insert, times.lookup}, slowest[2] = {0.0, 0.0};
    int passed;

    TRY(MPI_Allreduce(own, sums, 2, MPI_INT64_T, MPI_SUM, table->comm));
    TRY(MPI_Reduce(&stats.longest_chain, &longest, 1, MPI_INT64_T, MPI_MAX, 0, table->comm));
    TRY(MPI_Reduce(own_times, slowest, 2, MPI_DOUBLE, MPI_MAX, 0, table->comm));
    passed = sums[0] == inserted && sums[1] == 0;
    if (table->rank == 0) {
        printf("dht: %d ranks, %lld keys inserted, %lld cells, longest chain %lld\n", table->size, (long long)inserted,
               (long long)sums[0], (long long)longest);
        printf("insert %.4f s, lookup %.4f s, %lld wrong answers: %s\n", slowest[0], slowest[1], (long long)sums[1],
               passed ? "passed" : "FAILED");
    }
    return passed;
}

int main(int argc, char **argv)
{
    struct Workload workload;
    struct Times times = {0.0, 0.0};
    struct Dht *table;
    int64_t wrong = 0;
    int size, passed;

    TRY(MPI_Init(&argc, &argv));
    if (!workload_parse(&workload, argc, argv))
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    TRY(MPI_Comm_size(MPI_COMM_WORLD, &size));

    /* Room for all keys on one rank: a drawn cell number is then always valid. */
    table = dht_create(MPI_COMM_WORLD, workload.buckets, (int64_t)workload.keys * workload.rounds * size);
    for (int round = 0; round < workload.rounds; round++) {
        times.insert += insert_round(table, &workload, round);
        dht_sync(table);
        times.lookup += lookup_round(table, &workload, round, &wrong);
        dht_sync(table);
    }
    passed = report(table, &workload, times, wrong);
    dht_destroy(table);
    TRY(MPI_Finalize());
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
