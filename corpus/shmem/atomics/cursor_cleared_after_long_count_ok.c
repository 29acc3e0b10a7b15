/* Each PE makes keys and counts, for a long time, how many go to which PE; it clears its cursor and, behind a barrier,
 * adds one to the cursors of all that get any, by an atomic fetch-and-add.
 *
 * The barrier orders the store before the atomics of others, and the next one orders these before the load of the owner (OpenSHMEM 1.6, 9.9.1). A
 * fetching atomic is complete at its return.
 */
//@ expect: none
//@ twin: cursor_cleared_after_long_count_race.c
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEYS = 60000, ROUNDS = 3 };

static unsigned keys[KEYS];

int main(void)
{
    long *cursor, *count, sum = 0;
    unsigned state;
    int me, npes;

    shmem_init();
    me = shmem_my_pe();
    npes = shmem_n_pes();
    cursor = shmem_malloc(sizeof *cursor);
    count = calloc((size_t)npes, sizeof *count);
    state = 77u + (unsigned)me;
    for (int round = 0; round < ROUNDS; round++) {
        for (int pe = 0; pe < npes; pe++)
            count[pe] = 0;
        for (int turn = 0; turn < 4; turn++)
            for (int i = 0; i < KEYS; i++) {
                state = state * 1664525u + 1013904223u;
                keys[i] = state >> 8;
                count[keys[i] % (unsigned)npes] += turn == 3;
            }
        *cursor = 0; //@ CLEAR
        shmem_barrier_all();
        for (int step = 0; step < npes; step++) {
            const int to = (me + step) % npes;

            if (count[to] > 0)
                sum += shmem_long_atomic_fetch_add(cursor, 1, to); //@ DRAW
        }
        shmem_barrier_all();
        sum += *cursor;
        shmem_barrier_all();
    }
    printf("%d: %ld\n", me, sum);
    free(count);
    shmem_free(cursor);
    shmem_finalize();
    return 0;
}
