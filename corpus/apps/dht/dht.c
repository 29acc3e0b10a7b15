/* Life of the table: window, phases, inspection. */
#include "dht.h"

#include "check.h"

uint64_t dht_hash(int64_t key)
{
    uint64_t z = (uint64_t)key + 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

struct Dht *dht_create(MPI_Comm comm, int64_t buckets, int64_t capacity)
{
    struct Dht *table = xcalloc(1, sizeof *table);
    int64_t words = FIRST_HEAD_WORD + buckets + CELL_WORDS * capacity;

    table->comm = comm;
    table->buckets = buckets;
    table->capacity = capacity;
    TRY(MPI_Comm_rank(comm, &table->rank));
    TRY(MPI_Comm_size(comm, &table->size));
    TRY(MPI_Win_allocate((MPI_Aint)words * (MPI_Aint)sizeof(int64_t), (int)sizeof(int64_t), MPI_INFO_NULL, comm,
                         &table->words, &table->window));
    TRY(MPI_Win_set_errhandler(table->window, MPI_ERRORS_RETURN));

    table->words[COUNTER_WORD] = 1;
    for (int64_t word = FIRST_HEAD_WORD; word < words; word++)
        table->words[word] = NIL;
    TRY(MPI_Win_lock_all(0, table->window));
    dht_sync(table);
    return table;
}

void dht_destroy(struct Dht *table)
{
    TRY(MPI_Win_unlock_all(table->window));
    TRY(MPI_Win_free(&table->window));
    free(table);
}

void dht_sync(struct Dht *table)
{
    TRY(MPI_Win_sync(table->window));
    TRY(MPI_Barrier(table->comm));
    TRY(MPI_Win_sync(table->window));
}

struct DhtStats dht_inspect(const struct Dht *table)
{
    struct DhtStats stats = {.cells = table->words[COUNTER_WORD] - 1, .longest_chain = 0};

    for (int64_t bucket = 0; bucket < table->buckets; bucket++) {
        int64_t cell = table->words[FIRST_HEAD_WORD + bucket];
        int64_t length = 0;

        /* The bound keeps a damaged chain from going round for ever. */
        while (cell != NIL && length < table->capacity) {
            cell = table->words[dht_cell_word(table, cell) + NEXT_WORD];
            length++;
        }
        if (length > stats.longest_chain)
            stats.longest_chain = length;
    }
    return stats;
}
