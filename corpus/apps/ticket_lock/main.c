/*
 * Many ranks book into one ledger, whose record a ticket lock protects, and look at it now and then.
 *
 * usage: ticket_lock [bookings [audit after so many bookings]]
 */
#include "ledger.h"
#include "lock.h"

#include <stdio.h>
#include <stdlib.h>

struct Tally {
    int64_t booked;  /* sum of the own amounts */
    int64_t audits;
    int64_t unsound; /* audits that saw a record that does not add up */
};

static int argument(int argc, char **argv, int index, int fallback)
{
    int value = argc > index ? atoi(argv[index]) : fallback;

    if (value < 1) {
        fprintf(stderr, "arguments must be positive\n");
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    return value;
}

static void work(struct Ledger *ledger, int bookings, int interval, struct Tally *tally)
{
    for (int i = 1; i <= bookings; i++) {
        int64_t amount = (ledger->rank + 1) * (i % 10);

        tally->booked += amount;
        maximum_offer(ledger->lock, ledger_book(ledger, amount));
        if (i % interval == 0) {
            struct Record record = ledger_audit(ledger);

            tally->audits++;
            tally->unsound += !record_is_sound(&record);
        }
    }
}

/* On the home rank: compares the record with what everyone says to have booked. */
static int settle(const struct Ledger *ledger, const int64_t sums[3], int64_t bookings, int64_t largest)
{
    const struct Record *record = ledger->record;

    return record->balance == sums[0] && record->entries == bookings && record_is_sound(record) && sums[2] == 0 &&
           largest == record->balance;
}

int main(int argc, char **argv)
{
    struct TicketLock lock;
    struct Ledger ledger;
    struct Tally tally = {0, 0, 0};
    int64_t own[3], sums[3] = {0, 0, 0}, largest;
    int size, bookings, interval, passed = 1;
    double start;

    MPI(Init(&argc, &argv));
    bookings = argument(argc, argv, 1, 100);
    interval = argument(argc, argv, 2, 10);
    MPI(Comm_size(MPI_COMM_WORLD, &size));
    lock_create(&lock, 0, MPI_COMM_WORLD);
    ledger_create(&ledger, &lock, MPI_COMM_WORLD);

    start = MPI_Wtime();
    work(&ledger, bookings, interval, &tally);
    /* Everyone has flushed its last put before it comes here. */
    MPI(Barrier(MPI_COMM_WORLD));
    MPI(Win_sync(ledger.win));

    own[0] = tally.booked;
    own[1] = tally.audits;
    own[2] = tally.unsound;
    MPI(Allreduce(own, sums, 3, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD));
    largest = maximum_read(&lock);
    if (ledger.rank == ledger.home) {
        passed = settle(&ledger, sums, (int64_t)size * bookings, largest);
        printf("%d ranks, %lld booked, %lld audits, %lld unsound, %lld polls here, %.4f s: %s\n", size,
               (long long)ledger.record->balance, (long long)sums[1], (long long)sums[2], (long long)lock.polls,
               MPI_Wtime() - start, passed ? "passed" : "FAILED");
    }

    ledger_destroy(&ledger);
    lock_destroy(&lock);
    MPI(Finalize());
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
