#include "lock.h"

#include <stdio.h>
#include <stdlib.h>

enum { NEXT = 0, SERVING = 1, MAXIMUM = 2, WORDS = 3 };

void mpi_check(int code, const char *call, int line)
{
    if (code == MPI_SUCCESS)
        return;
    fprintf(stderr, "line %d: MPI_%s returned %d\n", line, call, code);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

void lock_create(struct TicketLock *lock, int home, MPI_Comm comm)
{
    MPI_Aint bytes = 0;

    lock->comm = comm;
    lock->home = home;
    lock->ticket = -1;
    lock->polls = 0;
    MPI(Comm_rank(comm, &lock->rank));
    if (lock->rank == home)
        bytes = WORDS * (MPI_Aint)sizeof *lock->words;
    MPI(Win_allocate(bytes, (int)sizeof *lock->words, MPI_INFO_NULL, comm, &lock->words, &lock->win));
    if (lock->rank == home)
        for (int i = 0; i < WORDS; i++)
            lock->words[i] = 0;
    MPI(Win_lock_all(0, lock->win));
    MPI(Win_sync(lock->win));
    /* The words are set before anyone draws a ticket. */
    MPI(Barrier(comm));
}

void lock_destroy(struct TicketLock *lock)
{
    MPI(Win_unlock_all(lock->win));
    MPI(Win_free(&lock->win));
}

static int64_t fetch(struct TicketLock *lock, int word, int64_t amount, MPI_Op op)
{
    int64_t before = 0;

    MPI(Fetch_and_op(&amount, &before, MPI_INT64_T, lock->home, word, op, lock->win));
    MPI(Win_flush(lock->home, lock->win));
    return before;
}

void lock_acquire(struct TicketLock *lock)
{
    lock->ticket = fetch(lock, NEXT, 1, MPI_SUM);
    while (fetch(lock, SERVING, 0, MPI_NO_OP) != lock->ticket)
        lock->polls++;
}

void lock_release(struct TicketLock *lock)
{
    lock->ticket = -1;
    fetch(lock, SERVING, 1, MPI_SUM);
}

void maximum_offer(struct TicketLock *lock, int64_t value)
{
    int64_t seen = maximum_read(lock), before;

    while (value > seen) {
        MPI(Compare_and_swap(&value, &seen, &before, MPI_INT64_T, lock->home, MAXIMUM, lock->win));
        MPI(Win_flush(lock->home, lock->win));
        if (before == seen)
            return;
        seen = before;
    }
}

int64_t maximum_read(struct TicketLock *lock)
{
    return fetch(lock, MAXIMUM, 0, MPI_NO_OP);
}
