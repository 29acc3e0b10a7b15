/* Insertion, correct version: a batch's cells are filled again only after all its puts are complete at the origin. */
#include "check.h"
#include "dht.h"

/* Draws one cell number at the owner of each key. */
static int64_t *draw_cells(struct Dht *table, const struct Pair *pairs, int count)
{
    static const int64_t one = 1;
    int64_t *numbers = xcalloc((size_t)count, sizeof *numbers);

    for (int i = 0; i < count; i++)
        TRY(MPI_Fetch_and_op(&one, &numbers[i], MPI_INT64_T, dht_owner(table, pairs[i].key), COUNTER_WORD, MPI_SUM,
                             table->window));
    TRY(MPI_Win_flush_all(table->window));
    return numbers;
}

/* Writes keys and values into the drawn cells. Nobody else knows these cells yet. */
static void put_cells(struct Dht *table, const struct Pair *pairs, const int64_t *numbers, int count)
{
    for (int start = 0; start < count; start += BATCH) {
        int last = (count - start < BATCH ? count - start : BATCH) - 1;

        for (int i = 0; i <= last; i++) {
            const struct Pair *pair = &pairs[start + i];
            int owner = dht_owner(table, pair->key);
            MPI_Aint word = dht_cell_word(table, numbers[start + i]);

            table->cells[i] = (struct Cell){.key = pair->key, .value = pair->value, .next = NIL};
            TRY(MPI_Rput(&table->cells[i], CELL_WORDS, MPI_INT64_T, owner, word, CELL_WORDS, MPI_INT64_T,
                         table->window, &table->requests[i]));
        }
        TRY(MPI_Waitall(last + 1, table->requests, MPI_STATUSES_IGNORE));
    }
    /* The requests told only of the origin; before a cell is linked it must be complete at its target. */
    TRY(MPI_Win_flush_all(table->window));
}

/* Puts a filled cell in front of its bucket's chain. */
static void link_cell(struct Dht *table, int64_t key, int64_t number)
{
    int owner = dht_owner(table, key);
    MPI_Aint head = dht_head_word(table, key), next = dht_cell_word(table, number) + NEXT_WORD;
    int64_t expected = NIL, found;

    for (;;) {
        TRY(MPI_Compare_and_swap(&number, &expected, &found, MPI_INT64_T, owner, head, table->window));
        TRY(MPI_Win_flush(owner, table->window));
        if (found == expected)
            return;
        expected = found;
        TRY(MPI_Put(&expected, 1, MPI_INT64_T, owner, next, 1, MPI_INT64_T, table->window));
        TRY(MPI_Win_flush(owner, table->window));
    }
}

void dht_insert(struct Dht *table, const struct Pair *pairs, int count)
{
    int64_t *numbers = draw_cells(table, pairs, count);

    put_cells(table, pairs, numbers, count);
    for (int i = 0; i < count; i++)
        link_cell(table, pairs[i].key, numbers[i]);
    free(numbers);
}
