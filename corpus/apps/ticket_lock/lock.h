/*
 * A ticket lock on one-sided atomics. Two words at the home rank: the next ticket, which is drawn by fetch-and-add, and
 * the ticket that is being served. Beside it a word for the largest value that anyone has offered.
 */
#ifndef TICKET_LOCK_H
#define TICKET_LOCK_H

#include <mpi.h>
#include <stdint.h>

#define MPI(call) mpi_check(MPI_##call, #call, __LINE__)

void mpi_check(int code, const char *call, int line);

struct TicketLock {
    MPI_Win win;
    MPI_Comm comm;
    int64_t *words; /* window memory; only the home rank has any */
    int home, rank;
    int64_t ticket; /* of the present holder, when it is this rank */
    int64_t polls;  /* how often this rank has asked in vain */
};

/* Collective. */
void lock_create(struct TicketLock *lock, int home, MPI_Comm comm);
void lock_destroy(struct TicketLock *lock);

void lock_acquire(struct TicketLock *lock);
void lock_release(struct TicketLock *lock);

/* Raises the shared maximum to `value` if that is larger; needs no lock. */
void maximum_offer(struct TicketLock *lock, int64_t value);
int64_t maximum_read(struct TicketLock *lock);

#endif
