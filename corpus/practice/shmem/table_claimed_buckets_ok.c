/*
 * A hash table over all PEs with open addressing. A bucket is claimed by compare-and-swap on its state (EMPTY to CLAIMED); who has
 * won puts the record and sets the state to FULL. Readers fetch the state and get the record of a FULL bucket. Inserting and looking
 * up go on at the same time.
 *
 * Race-free. The record is complete at its target before the state is set: shmem_quiet stands between (OpenSHMEM 1.6, 9.11.2). A
 * reader gets the record only if the fetched state is FULL, which is so only behind that set (9.7; 3.2). Only the winner of the
 * compare-and-swap writes a bucket, and once. The state is changed and read by atomics of one type; the owner walks over its buckets
 * behind the barrier. shmem_putmem has read its source at return.
 */
//@ expect: none
//@ twin: table_claimed_buckets_race.c
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EMPTY = 0, CLAIMED = 1, FULL = 2 };

typedef struct {
    uint64_t key;
    int64_t value[3];
} Record;

typedef struct {
    long state;
    Record record;
} Bucket;

typedef struct {
    int me;
    int npes;
    long buckets; /* on each PE */
    Bucket *table;
    long probes;
} Table;

static uint64_t mix(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    x ^= x >> 33;
    return x;
}

static int table_create(Table *table, long buckets)
{
    table->me = shmem_my_pe();
    table->npes = shmem_n_pes();
    table->buckets = buckets;
    table->probes = 0;
    table->table = shmem_calloc((size_t)buckets, sizeof(Bucket));
    return table->table != NULL ? 0 : -1;
}

static void locate(const Table *table, uint64_t key, int *owner, long *first)
{
    const uint64_t hash = mix(key);

    *owner = (int)(hash % (uint64_t)table->npes);
    *first = (long)((hash / (uint64_t)table->npes) % (uint64_t)table->buckets);
}

static int insert(Table *table, const Record *record)
{
    int owner;
    long first;

    locate(table, record->key, &owner, &first);
    for (long i = 0; i < table->buckets; i++) {
        Bucket *bucket = &table->table[(first + i) % table->buckets];

        table->probes++;
        if (shmem_long_atomic_compare_swap(&bucket->state, EMPTY, CLAIMED, owner) != EMPTY)
            continue;
        shmem_putmem(&bucket->record, record, sizeof *record, owner); //@ PUT
        shmem_quiet();
        shmem_long_atomic_set(&bucket->state, FULL, owner);
        return 0;
    }
    return -1;
}

static int lookup(Table *table, uint64_t key, Record *found)
{
    int owner;
    long first;

    locate(table, key, &owner, &first);
    for (long i = 0; i < table->buckets; i++) {
        const Bucket *bucket = &table->table[(first + i) % table->buckets];
        const long state = shmem_long_atomic_fetch(&bucket->state, owner);

        table->probes++;
        if (state == EMPTY)
            return -1;
        if (state != FULL)
            continue;
        shmem_getmem(found, &bucket->record, sizeof *found, owner); //@ GET
        if (found->key == key)
            return 0;
    }
    return -1;
}

static uint64_t key_of(int pe, long i)
{
    return ((uint64_t)pe << 32) + (uint64_t)i + 1;
}

static long insert_and_look(Table *table, long keys)
{
    const int other = (table->me + 1) % table->npes;
    long seen = 0;

    for (long i = 0; i < keys; i++) {
        Record record = {key_of(table->me, i), {table->me, i, table->me + i}};
        Record found;

        if (insert(table, &record) != 0) {
            fprintf(stderr, "PE %d: the table is full\n", table->me);
            shmem_global_exit(3);
        }
        if (lookup(table, key_of(other, i), &found) == 0) {
            if (found.value[2] != other + i)
                shmem_global_exit(4);
            seen++;
        }
    }
    return seen;
}

static long count_own(const Table *table)
{
    long full = 0;

    for (long i = 0; i < table->buckets; i++) {
        const Bucket *bucket = &table->table[i];

        if (bucket->state == FULL && bucket->record.value[2] == bucket->record.value[0] + bucket->record.value[1])
            full++;
    }
    return full;
}

int main(int argc, char **argv)
{
    static long sums[4];
    long keys = 1000, buckets = 4096;
    Table table;

    shmem_init();
    if (argc > 1)
        keys = strtol(argv[1], NULL, 10);
    if (argc > 2)
        buckets = strtol(argv[2], NULL, 10);
    if (keys < 1 || buckets < 2 * keys || buckets > 1L << 24) {
        if (shmem_my_pe() == 0)
            fprintf(stderr, "usage: %s [keys [buckets]], twice as many buckets as keys\n", argv[0]);
        shmem_global_exit(1);
    }
    if (table_create(&table, buckets) != 0)
        shmem_global_exit(2);

    sums[0] = insert_and_look(&table, keys);
    shmem_barrier_all();
    sums[1] = count_own(&table);
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &sums[2], &sums[0], 2);
    if (table.me == 0)
        printf("%ld seen at once, %ld of %ld there, %ld probes\n", sums[2], sums[3], keys * table.npes, table.probes);

    shmem_free(table.table);
    shmem_finalize();
    return 0;
}
