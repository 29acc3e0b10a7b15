/*
 * A store with a table of functions, a state machine, retries by goto, windows in an array of structures and options. A put is flushed and followed by a
 * barrier before the slot is read, and a get is flushed before its value is used, with the option or without.
 *
 * All completions come before the uses, all barriers behind the flushes (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: store_states_fast.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define TRY(call) do { int rc_ = (call); if (rc_ != MPI_SUCCESS) { fprintf(stderr, "%s:%d\n", __FILE__, __LINE__); MPI_Abort(MPI_COMM_WORLD, rc_); } } while (0)
enum { IDLE, SEND, SYNC, FETCH, DONE };
struct shard { MPI_Win win; long *mem; int slots; };
struct store { struct shard shards[2]; int rank, size, fast, verbose, retries; long last; };
struct box { long value; int tries; };
typedef int (*op_fn)(struct store *, int, struct box *);
static int do_put(struct store *s, int which, struct box *b)
{
    struct shard *sh = &s->shards[which];
    int next = (s->rank + 1) % s->size, left = s->retries;
again:
    TRY(MPI_Put(&b->value, 1, MPI_LONG, next, s->rank, 1, MPI_LONG, sh->win));
    TRY(MPI_Win_flush(next, sh->win));
    if (--left > 0 && b->tries++ < 2)
        goto again;
    return SYNC;
}
static int do_sync(struct store *s, int which, struct box *b)
{
    (void)which; (void)b;
    TRY(MPI_Barrier(MPI_COMM_WORLD));
    return s->verbose > 3 ? DONE : FETCH;
}
static int do_get(struct store *s, int which, struct box *b)
{
    struct shard *sh = &s->shards[which];
    int prev = (s->rank + s->size - 1) % s->size;
    TRY(MPI_Get(&b->value, 1, MPI_LONG, s->rank, prev, 1, MPI_LONG, sh->win));
    TRY(s->fast ? MPI_Win_flush(s->rank, sh->win) : MPI_Win_flush_all(sh->win));
    s->last += b->value;
    TRY(MPI_Win_flush_all(sh->win));
    TRY(MPI_Barrier(MPI_COMM_WORLD));
    return DONE;
}
static const op_fn table[] = { NULL, do_put, do_sync, do_get };
int main(int argc, char **argv)
{
    struct store s = { .retries = 1 };
    int rounds = 2;
    TRY(MPI_Init(&argc, &argv));
    TRY(MPI_Comm_rank(MPI_COMM_WORLD, &s.rank));
    TRY(MPI_Comm_size(MPI_COMM_WORLD, &s.size));
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--fast")) s.fast = 1;
        else if (!strcmp(argv[i], "-v")) s.verbose++;
        else if (!strcmp(argv[i], "--retries") && i + 1 < argc) s.retries = atoi(argv[++i]);
        else rounds = atoi(argv[i]);
    }
    for (int w = 0; w < 2; w++) {
        s.shards[w].slots = s.size;
        TRY(MPI_Win_allocate((MPI_Aint)s.size * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &s.shards[w].mem, &s.shards[w].win));
        TRY(MPI_Win_lock_all(MPI_MODE_NOCHECK, s.shards[w].win));
    }
    TRY(MPI_Barrier(MPI_COMM_WORLD));
    for (int r = 0; r < rounds; r++) {
        struct box b = { .value = r + s.rank };
        int state = IDLE;
        while (state != DONE) {
            if (state == IDLE) { state = SEND; continue; }
            state = table[state](&s, r % 2, &b);
        }
    }
    printf("%ld\n", s.last);
    for (int w = 0; w < 2; w++) {
        TRY(MPI_Win_unlock_all(s.shards[w].win));
        TRY(MPI_Win_free(&s.shards[w].win));
    }
    TRY(MPI_Finalize());
    return 0;
}
