/* Lookup, racy version: the wait leaves out the last get of a batch, whose result is read straight away. */
#include "check.h"
#include "dht.h"

/* Fetches the first cell number of each key's chain into table->cursors. */
static void fetch_heads(struct Dht *table, const int64_t *keys, int count)
{
    int last = count - 1;

    for (int i = 0; i <= last; i++) {
        int owner = dht_owner(table, keys[i]);
        MPI_Aint head = dht_head_word(table, keys[i]);

        TRY(MPI_Rget(&table->heads[i], 1, MPI_INT64_T, owner, head, 1, MPI_INT64_T, table->window, //@ RGET
                     &table->requests[i]));
    }
    TRY(MPI_Waitall(last, table->requests, MPI_STATUSES_IGNORE));
    for (int i = 0; i <= last; i++)
        table->cursors[i] = table->heads[i]; //@ READ
}

/*
 * Goes one cell further on every chain that is not at its end, in one round of gets. Keys that are found get their
 * value and leave the search. Returns how many were found.
 */
static int advance(struct Dht *table, const int64_t *keys, int count, int64_t *values, int *active)
{
    int found = 0;

    for (int i = 0; i < count; i++) {
        if (table->cursors[i] == NIL)
            continue;
        TRY(MPI_Get(&table->cells[i], CELL_WORDS, MPI_INT64_T, dht_owner(table, keys[i]),
                    dht_cell_word(table, table->cursors[i]), CELL_WORDS, MPI_INT64_T, table->window));
    }
    TRY(MPI_Win_flush_all(table->window));

    *active = 0;
    for (int i = 0; i < count; i++) {
        if (table->cursors[i] == NIL)
            continue;
        if (table->cells[i].key == keys[i]) {
            values[i] = table->cells[i].value;
            table->cursors[i] = NIL;
            found++;
        } else {
            table->cursors[i] = table->cells[i].next;
            *active += table->cursors[i] != NIL;
        }
    }
    return found;
}

int dht_lookup(struct Dht *table, const int64_t *keys, int count, int64_t *values, int64_t absent)
{
    int found = 0;

    for (int start = 0; start < count; start += BATCH) {
        int length = count - start < BATCH ? count - start : BATCH;
        int active = 0;

        for (int i = 0; i < length; i++)
            values[start + i] = absent;
        fetch_heads(table, keys + start, length);
        do
            found += advance(table, keys + start, length, values + start, &active);
        while (active > 0);
    }
    return found;
}
