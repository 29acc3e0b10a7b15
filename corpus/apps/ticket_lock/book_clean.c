/* Booking, correct version: the new record has arrived before the lock is passed on. */
#include "ledger.h"

int64_t ledger_book(struct Ledger *ledger, int64_t amount)
{
    const int bytes = (int)sizeof(struct Record);
    struct Record copy;

    lock_acquire(ledger->lock);
    MPI(Get(&copy, bytes, MPI_BYTE, ledger->home, 0, bytes, MPI_BYTE, ledger->win));
    MPI(Win_flush(ledger->home, ledger->win));
    record_book(&copy, amount);
    MPI(Put(&copy, bytes, MPI_BYTE, ledger->home, 0, bytes, MPI_BYTE, ledger->win)); //@ WRITE
    MPI(Win_flush(ledger->home, ledger->win));
    lock_release(ledger->lock);
    return copy.balance;
}
