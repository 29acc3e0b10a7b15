/* Audit, correct version: the record is fetched under the lock. */
#include "ledger.h"

struct Record ledger_audit(struct Ledger *ledger)
{
    const int bytes = (int)sizeof(struct Record);
    struct Record copy;

    lock_acquire(ledger->lock);
    MPI(Get(&copy, bytes, MPI_BYTE, ledger->home, 0, bytes, MPI_BYTE, ledger->win)); //@ AUDIT
    MPI(Win_flush(ledger->home, ledger->win));
    lock_release(ledger->lock);
    return copy;
}
