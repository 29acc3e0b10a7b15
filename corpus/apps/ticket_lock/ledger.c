#include "ledger.h"

void ledger_create(struct Ledger *ledger, struct TicketLock *lock, MPI_Comm comm)
{
    ledger->lock = lock;
    ledger->home = lock->home;
    ledger->rank = lock->rank;
    MPI(Win_allocate(ledger->rank == ledger->home ? (MPI_Aint)sizeof *ledger->record : 0, 1, MPI_INFO_NULL, comm,
                     &ledger->record, &ledger->win));
    if (ledger->rank == ledger->home)
        *ledger->record = (struct Record){0, 0, 0};
    MPI(Win_lock_all(0, ledger->win));
    MPI(Win_sync(ledger->win));
    MPI(Barrier(comm));
}

void ledger_destroy(struct Ledger *ledger)
{
    MPI(Win_unlock_all(ledger->win));
    MPI(Win_free(&ledger->win));
}

int record_is_sound(const struct Record *record)
{
    return record->check == 3 * record->balance + record->entries;
}

void record_book(struct Record *record, int64_t amount)
{
    record->balance += amount;
    record->entries += 1;
    record->check = 3 * record->balance + record->entries;
}
