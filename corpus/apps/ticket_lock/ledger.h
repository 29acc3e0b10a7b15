/* A record at the home rank that everyone updates by get and put while holding the lock. */
#ifndef LEDGER_H
#define LEDGER_H

#include "lock.h"

struct Record {
    int64_t balance;
    int64_t entries;
    int64_t check; /* 3 * balance + entries */
};

struct Ledger {
    struct TicketLock *lock;
    MPI_Win win;
    struct Record *record; /* window memory; only the home rank has any */
    int home, rank;
};

/* ledger.c; collective. */
void ledger_create(struct Ledger *ledger, struct TicketLock *lock, MPI_Comm comm);
void ledger_destroy(struct Ledger *ledger);
int record_is_sound(const struct Record *record);
void record_book(struct Record *record, int64_t amount);

/* book_*.c: books an amount; returns the new balance. */
int64_t ledger_book(struct Ledger *ledger, int64_t amount);

/* audit_*.c: the record as it is at some moment. */
struct Record ledger_audit(struct Ledger *ledger);

#endif
