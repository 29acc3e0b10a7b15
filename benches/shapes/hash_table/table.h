/* A distributed hash table of counters: 64-bit keys, 64-bit values that are added up. */
#ifndef TABLE_H
#define TABLE_H

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        int check_code_ = (call);                                                                                      \
        if (check_code_ != MPI_SUCCESS) {                                                                              \
            char check_text_[MPI_MAX_ERROR_STRING];                                                                    \
            int check_length_ = 0;                                                                                     \
            MPI_Error_string(check_code_, check_text_, &check_length_);                                                \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, check_text_);                                \
            MPI_Abort(MPI_COMM_WORLD, 1);                                                                              \
        }                                                                                                              \
    } while (0)

#define NIL ((int64_t)-1)

/* One entry of the heap, three words. Key and next are written before the entry is linked and never again; the
 * value is changed by accumulate only, once the entry is linked. */
enum { ENTRY_KEY = 0, ENTRY_NEXT = 1, ENTRY_VALUE = 2, ENTRY_WORDS = 3 };

typedef struct {
    MPI_Comm comm;
    int rank;
    int size;
    int64_t heads;    /* chains on each process */
    int64_t capacity; /* entries on each process */
    MPI_Win head_win; /* heads[chain]: index of the first entry, NIL if none */
    MPI_Win heap_win; /* entries */
    MPI_Win next_win; /* one counter: the next free entry */
    int64_t *head;
    int64_t *heap;
    int64_t *next;
} Table;

typedef struct {
    long inserted;
    long updated;
    long collisions;
    long lost;
    long hops;
} TableStats;

void table_create(Table *table, int64_t heads, int64_t capacity, MPI_Comm comm);
void table_free(Table *table);

/* Adds value to the value of key; inserts the key if it is new. Returns 0, or -1 when the heap of the owner is full.
 * May be called by all processes at any time between two calls of table_sync. */
int table_add(Table *table, int64_t key, int64_t value, TableStats *stats);

/* Collective: all updates before it are visible behind it. */
void table_sync(Table *table);

/* The value of a key, or NIL. No updates may be under way. */
int64_t table_find(Table *table, int64_t key);

/* Sum of the values and number of entries on this process. No updates may be under way. */
void table_local_sum(const Table *table, int64_t *entries, int64_t *sum);

#endif
