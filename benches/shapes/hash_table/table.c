#include "table.h"
#include <stdlib.h>

static uint64_t mix(uint64_t x)
{
    x ^= x >> 33;
    x *= UINT64_C(0xff51afd7ed558ccd);
    x ^= x >> 33;
    x *= UINT64_C(0xc4ceb9fe1a85ec53);
    x ^= x >> 33;
    return x;
}

static int owner_of(const Table *table, int64_t key)
{
    return (int)(mix((uint64_t)key) % (uint64_t)table->size);
}

static int64_t chain_of(const Table *table, int64_t key)
{
    return (int64_t)((mix((uint64_t)key) / (uint64_t)table->size) % (uint64_t)table->heads);
}

void table_create(Table *table, int64_t heads, int64_t capacity, MPI_Comm comm)
{
    const MPI_Aint word = (MPI_Aint)sizeof(int64_t);

    table->comm = comm;
    table->heads = heads;
    table->capacity = capacity;
    CHECK(MPI_Comm_rank(comm, &table->rank));
    CHECK(MPI_Comm_size(comm, &table->size));

    CHECK(MPI_Win_allocate(heads * word, sizeof(int64_t), MPI_INFO_NULL, comm, &table->head, &table->head_win));
    CHECK(MPI_Win_allocate(capacity * ENTRY_WORDS * word, sizeof(int64_t), MPI_INFO_NULL, comm, &table->heap,
                           &table->heap_win));
    CHECK(MPI_Win_allocate(word, sizeof(int64_t), MPI_INFO_NULL, comm, &table->next, &table->next_win));

    for (int64_t i = 0; i < heads; i++) {
        table->head[i] = NIL;
    }
    for (int64_t i = 0; i < capacity; i++) {
        table->heap[i * ENTRY_WORDS + ENTRY_KEY] = NIL;
        table->heap[i * ENTRY_WORDS + ENTRY_NEXT] = NIL;
        table->heap[i * ENTRY_WORDS + ENTRY_VALUE] = 0;
    }
    *table->next = 0;

    CHECK(MPI_Win_lock_all(MPI_MODE_NOCHECK, table->head_win));
    CHECK(MPI_Win_lock_all(MPI_MODE_NOCHECK, table->heap_win));
    CHECK(MPI_Win_lock_all(MPI_MODE_NOCHECK, table->next_win));
    CHECK(MPI_Win_sync(table->head_win));
    CHECK(MPI_Win_sync(table->heap_win));
    CHECK(MPI_Win_sync(table->next_win));
    CHECK(MPI_Barrier(comm));
}

void table_free(Table *table)
{
    CHECK(MPI_Win_unlock_all(table->next_win));
    CHECK(MPI_Win_unlock_all(table->heap_win));
    CHECK(MPI_Win_unlock_all(table->head_win));
    CHECK(MPI_Win_free(&table->next_win));
    CHECK(MPI_Win_free(&table->heap_win));
    CHECK(MPI_Win_free(&table->head_win));
}

void table_sync(Table *table)
{
    CHECK(MPI_Win_flush_all(table->head_win));
    CHECK(MPI_Win_flush_all(table->heap_win));
    CHECK(MPI_Win_flush_all(table->next_win));
    CHECK(MPI_Barrier(table->comm));
    CHECK(MPI_Win_sync(table->head_win));
    CHECK(MPI_Win_sync(table->heap_win));
    CHECK(MPI_Win_sync(table->next_win));
}

/* Reads the head of a chain while others may change it. */
static int64_t read_head(Table *table, int owner, int64_t chain)
{
    int64_t unused = 0;
    int64_t head = NIL;

    CHECK(MPI_Fetch_and_op(&unused, &head, MPI_INT64_T, owner, chain, MPI_NO_OP, table->head_win));
    CHECK(MPI_Win_flush(owner, table->head_win));
    return head;
}

/* Looks for a key from entry `from` up to, not including, entry `until`. Entries that are linked do not change in their
 * first two words, so these may be read with a plain get. */
static int64_t walk(Table *table, int owner, int64_t from, int64_t until, int64_t key, long *hops)
{
    int64_t entry[ENTRY_WORDS] = {NIL, NIL, 0};
    int64_t index = from;

#ifdef RACY
    const int words = ENTRY_WORDS;
#else
    const int words = ENTRY_VALUE;
#endif

    while (index != NIL && index != until) {
        CHECK(MPI_Get(entry, words, MPI_INT64_T, owner, index * ENTRY_WORDS, words, MPI_INT64_T, table->heap_win)); //@ GET
        CHECK(MPI_Win_flush(owner, table->heap_win));
        ++*hops;
        if (entry[ENTRY_KEY] == key) {
            return index;
        }
        index = entry[ENTRY_NEXT];
    }
    return NIL;
}

static int64_t reserve(Table *table, int owner)
{
    const int64_t one = 1;
    int64_t index = NIL;

    CHECK(MPI_Fetch_and_op(&one, &index, MPI_INT64_T, owner, 0, MPI_SUM, table->next_win));
    CHECK(MPI_Win_flush(owner, table->next_win));
    return index < table->capacity ? index : NIL;
}

static void add_to_value(Table *table, int owner, int64_t index, int64_t value)
{
    CHECK(MPI_Accumulate(&value, 1, MPI_INT64_T, owner, index * ENTRY_WORDS + ENTRY_VALUE, 1, MPI_INT64_T, MPI_SUM, table->heap_win)); //@ ACC
    CHECK(MPI_Win_flush_local(owner, table->heap_win));
}

int table_add(Table *table, int64_t key, int64_t value, TableStats *stats)
{
    const int owner = owner_of(table, key);
    const int64_t chain = chain_of(table, key);
    int64_t seen = NIL;
    int64_t head = read_head(table, owner, chain);
    int64_t found = walk(table, owner, head, seen, key, &stats->hops);
    int64_t mine;

    if (found != NIL) {
        add_to_value(table, owner, found, value);
        stats->updated++;
        return 0;
    }

    mine = reserve(table, owner);
    if (mine == NIL) {
        stats->lost++;
        return -1;
    }

    for (;;) {
        const int64_t fresh[ENTRY_VALUE] = {key, head};
        int64_t before = NIL;

        /* The value of a fresh entry is zero; only key and link are written. */
        CHECK(MPI_Put(fresh, ENTRY_VALUE, MPI_INT64_T, owner, mine * ENTRY_WORDS, ENTRY_VALUE, MPI_INT64_T,
                      table->heap_win));
        CHECK(MPI_Win_flush(owner, table->heap_win));

        CHECK(MPI_Compare_and_swap(&mine, &head, &before, MPI_INT64_T, owner, chain, table->head_win));
        CHECK(MPI_Win_flush(owner, table->head_win));
        if (before == head) {
            add_to_value(table, owner, mine, value);
            stats->inserted++;
            return 0;
        }

        /* Others were faster: look at what they have linked in front of the head that we know. */
        stats->collisions++;
        seen = head;
        head = before;
        found = walk(table, owner, head, seen, key, &stats->hops);
        if (found != NIL) {
            /* The reserved entry stays unused. */
            add_to_value(table, owner, found, value);
            stats->updated++;
            return 0;
        }
    }
}

int64_t table_find(Table *table, int64_t key)
{
    const int owner = owner_of(table, key);
    int64_t entry[ENTRY_WORDS];
    int64_t index = NIL;

    CHECK(MPI_Get(&index, 1, MPI_INT64_T, owner, chain_of(table, key), 1, MPI_INT64_T, table->head_win));
    CHECK(MPI_Win_flush(owner, table->head_win));
    while (index != NIL) {
        CHECK(MPI_Get(entry, ENTRY_WORDS, MPI_INT64_T, owner, index * ENTRY_WORDS, ENTRY_WORDS, MPI_INT64_T,
                      table->heap_win));
        CHECK(MPI_Win_flush(owner, table->heap_win));
        if (entry[ENTRY_KEY] == key) {
            return entry[ENTRY_VALUE];
        }
        index = entry[ENTRY_NEXT];
    }
    return NIL;
}

void table_local_sum(const Table *table, int64_t *entries, int64_t *sum)
{
    *entries = 0;
    *sum = 0;
    for (int64_t chain = 0; chain < table->heads; chain++) {
        int64_t index = table->head[chain];

        while (index != NIL) {
            ++*entries;
            *sum += table->heap[index * ENTRY_WORDS + ENTRY_VALUE];
            index = table->heap[index * ENTRY_WORDS + ENTRY_NEXT];
        }
    }
}
