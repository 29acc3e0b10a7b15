/*
 * A hash table spread over all ranks of a communicator. Keys are never removed. Insertion and lookup are separate
 * phases: dht_sync must stand between a phase and the next.
 */
#ifndef DHT_DHT_H
#define DHT_DHT_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Window of one rank, in words of int64_t:
 *   word 0                  number of the next free cell; only MPI_Fetch_and_op with MPI_SUM while inserting
 *   words 1 .. buckets      first cell of each bucket's chain; only MPI_Compare_and_swap while inserting
 *   then 3 words a cell     key, value, next cell of the chain; while inserting, only the rank that drew its number
 * Cells are numbered from 1; number 0 (NIL) ends a chain.
 */
enum { NIL = 0, COUNTER_WORD = 0, FIRST_HEAD_WORD = 1, CELL_WORDS = 3, NEXT_WORD = 2, BATCH = 32 };

struct Cell {
    int64_t key, value, next;
};

struct Pair {
    int64_t key, value;
};

struct Dht {
    MPI_Comm comm;
    MPI_Win window;
    int64_t *words; /* own part of the window */
    int rank, size;
    int64_t buckets;  /* per rank */
    int64_t capacity; /* cells per rank */

    /* Working memory of one batch; belongs to the library while requests are open. */
    MPI_Request requests[BATCH];
    struct Cell cells[BATCH];
    int64_t heads[BATCH];
    int64_t cursors[BATCH];
};

/* What one rank finds in its own part. */
struct DhtStats {
    int64_t cells, longest_chain;
};

/* A well-mixed image of `key` (splitmix64). */
uint64_t dht_hash(int64_t key);

static inline int dht_owner(const struct Dht *table, int64_t key)
{
    return (int)(dht_hash(key) % (uint64_t)table->size);
}

static inline MPI_Aint dht_head_word(const struct Dht *table, int64_t key)
{
    uint64_t bucket = dht_hash(key) / (uint64_t)table->size % (uint64_t)table->buckets;

    return (MPI_Aint)(FIRST_HEAD_WORD + bucket);
}

static inline MPI_Aint dht_cell_word(const struct Dht *table, int64_t cell)
{
    return (MPI_Aint)(FIRST_HEAD_WORD + table->buckets + CELL_WORDS * (cell - 1));
}

/* Collective. `capacity` cells per rank must hold every key that can fall to one rank. */
struct Dht *dht_create(MPI_Comm comm, int64_t buckets, int64_t capacity);

/* Collective. */
void dht_destroy(struct Dht *table);

/* Collective. Ends a phase of insertion, lookup or inspection. */
void dht_sync(struct Dht *table);

/* Adds `count` pairs with keys that are not in the table. All operations are complete at their targets on return. */
void dht_insert(struct Dht *table, const struct Pair *pairs, int count);

/* Sets values[i] to the value of keys[i], or to `absent`; returns how many were found. */
int dht_lookup(struct Dht *table, const int64_t *keys, int count, int64_t *values, int64_t absent);

/* Looks through the own part with plain loads. */
struct DhtStats dht_inspect(const struct Dht *table);

#endif
