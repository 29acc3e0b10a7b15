/* Queue lock, racy version: the predecessor is looked at before the swap is complete. */
#include "mcs.h"

#include <stdio.h>

enum { NEXT = 0, BLOCKED = 1, TAIL = 2, WORDS = 16, HOME = 0, NOBODY = -1 };

#define TRY(call)                                           \
    do {                                                    \
        if ((call) != MPI_SUCCESS) {                        \
            fprintf(stderr, "line %d: failed\n", __LINE__); \
            MPI_Abort(MPI_COMM_WORLD, 1);                   \
        }                                                   \
    } while (0)

void mcs_create(struct Mcs *lock, MPI_Comm comm)
{
    lock->comm = comm;
    TRY(MPI_Comm_rank(comm, &lock->rank));
    TRY(MPI_Win_allocate(WORDS * sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &lock->word, &lock->win));
    lock->word[NEXT] = NOBODY;
    lock->word[BLOCKED] = 0;
    lock->word[TAIL] = NOBODY;
    TRY(MPI_Win_lock_all(0, lock->win));
    TRY(MPI_Win_sync(lock->win));
    TRY(MPI_Barrier(comm));
}

static void word_set(struct Mcs *lock, int owner, int which, int value)
{
    TRY(MPI_Accumulate(&value, 1, MPI_INT, owner, which, 1, MPI_INT, MPI_REPLACE, lock->win));
    TRY(MPI_Win_flush(owner, lock->win));
}

static int word_read(struct Mcs *lock, int owner, int which)
{
    int dummy = 0, value;

    TRY(MPI_Fetch_and_op(&dummy, &value, MPI_INT, owner, which, MPI_NO_OP, lock->win));
    TRY(MPI_Win_flush(owner, lock->win));
    return value;
}

void mcs_acquire(struct Mcs *lock)
{
    int before;

    word_set(lock, lock->rank, NEXT, NOBODY);
    word_set(lock, lock->rank, BLOCKED, 1);
    TRY(MPI_Fetch_and_op(&lock->rank, &before, MPI_INT, HOME, TAIL, MPI_REPLACE, lock->win)); //@ SWAP
    if (before != NOBODY) { //@ TEST
        TRY(MPI_Win_flush(HOME, lock->win));
        word_set(lock, before, NEXT, lock->rank);
        while (word_read(lock, lock->rank, BLOCKED))
            ;
    } else {
        TRY(MPI_Win_flush(HOME, lock->win));
    }
}

void mcs_release(struct Mcs *lock)
{
    int nobody = NOBODY, tail, next = word_read(lock, lock->rank, NEXT);

    if (next == NOBODY) {
        TRY(MPI_Compare_and_swap(&nobody, &lock->rank, &tail, MPI_INT, HOME, TAIL, lock->win));
        TRY(MPI_Win_flush(HOME, lock->win));
        if (tail == lock->rank)
            return;
        while ((next = word_read(lock, lock->rank, NEXT)) == NOBODY)
            ;
    }
    word_set(lock, next, BLOCKED, 0);
}

void mcs_free(struct Mcs *lock)
{
    TRY(MPI_Win_unlock_all(lock->win));
    TRY(MPI_Win_free(&lock->win));
}
