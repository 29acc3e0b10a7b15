/*
 * A ledger of accounts that are spread over all PEs. Each account has a lock of OpenSHMEM and is changed by get, modify, put on a
 * context of the ledger's own, so that its traffic does not wait for that of the program. Each PE books a number of payments.
 *
 * The race: before the lock is cleared, shmem_quiet completes the default context, but the put was issued on the context of the ledger,
 * and shmem_clear_lock completes the default context only (OpenSHMEM 1.6, 9.11.2, 9.12.1). PE 0 books on account 0, whose put is
 * pending when PE 1 takes the lock: its get and its put of the same account meet it, sizeof(Account) bytes on the owner.
 */
//@ expect: error RMA203 PUT GET
//@ expect: error RMA203 PUT PUT
//@ twin: ledger_lock_context_ok.c
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    double balance;
    long bookings;
} Account;

typedef struct {
    int me;
    int npes;
    int accounts;  /* on each PE */
    Account *account;
    long *lock;    /* symmetric, one for each account of all PEs */
    shmem_ctx_t ctx;
} Ledger;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ledger_open(Ledger *ledger, int accounts)
{
    ledger->me = shmem_my_pe();
    ledger->npes = shmem_n_pes();
    ledger->accounts = accounts;
    ledger->account = shmem_malloc((size_t)accounts * sizeof(Account));
    ledger->lock = shmem_calloc((size_t)accounts * (size_t)ledger->npes, sizeof(long));
    if (ledger->account == NULL || ledger->lock == NULL)
        return -1;
    for (int i = 0; i < accounts; i++) {
        ledger->account[i].balance = 100.0;
        ledger->account[i].bookings = 0;
    }
    if (shmem_ctx_create(0, &ledger->ctx) != 0)
        return -1;
    shmem_barrier_all();
    return 0;
}

static void ledger_close(Ledger *ledger)
{
    shmem_ctx_destroy(ledger->ctx);
    shmem_free(ledger->lock);
    shmem_free(ledger->account);
}

static void ledger_complete(const Ledger *ledger)
{
    (void)ledger;
    shmem_quiet();
}

static void ledger_book(Ledger *ledger, int number, double amount)
{
    const int owner = number % ledger->npes;
    Account *there = &ledger->account[number / ledger->npes];
    Account account;

    shmem_set_lock(&ledger->lock[number]);
    shmem_ctx_getmem(ledger->ctx, &account, there, sizeof account, owner); //@ GET
    account.balance += amount;
    account.bookings++;
    shmem_ctx_putmem(ledger->ctx, there, &account, sizeof account, owner); //@ PUT
    ledger_complete(ledger);
    shmem_clear_lock(&ledger->lock[number]);
}

/* Every PE moves an amount round all accounts: what one loses the next one wins. */
static void book_payments(Ledger *ledger, int payments)
{
    const int all = ledger->accounts * ledger->npes;

    for (int i = 0; i < payments; i++) {
        ledger_book(ledger, i % all, -1.0);
        ledger_book(ledger, (i + 1) % all, 1.0);
    }
}

int main(int argc, char **argv)
{
    static double own, total;
    static long bookings, all_bookings;
    int accounts = 4, payments = 100, failed;
    Ledger ledger;

    shmem_init();
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "-a") == 0)
            accounts = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "-p") == 0)
            payments = atoi(argv[i + 1]);
    }
    if (accounts < 1 || accounts > 1024 || payments < 1) {
        fprintf(stderr, "usage: %s [-a accounts] [-p payments]\n", argv[0]);
        shmem_global_exit(1);
    }
    if (ledger_open(&ledger, accounts) != 0) {
        fprintf(stderr, "PE %d: cannot open the ledger\n", shmem_my_pe());
        shmem_global_exit(2);
    }

    const double start = now();
    book_payments(&ledger, payments);
    shmem_ctx_quiet(ledger.ctx);
    shmem_barrier_all();
    const double seconds = now() - start;

    for (int i = 0; i < accounts; i++) {
        own += ledger.account[i].balance;
        bookings += ledger.account[i].bookings;
    }
    shmem_double_sum_reduce(SHMEM_TEAM_WORLD, &total, &own, 1);
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &all_bookings, &bookings, 1);
    failed = total != 100.0 * accounts * ledger.npes || all_bookings != 2L * payments * ledger.npes;
    if (ledger.me == 0)
        printf("%ld bookings in %.3f s, sum %.2f: %s\n", all_bookings, seconds, total, failed ? "FAILED" : "ok");

    ledger_close(&ledger);
    shmem_finalize();
    return failed;
}
