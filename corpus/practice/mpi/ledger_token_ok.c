/* A ledger of accounts at rank 0. A token goes round the ring of processes; who has it books one payment: gets an account,
 * changes it and puts it back.
 *
 * usage: ledger_token [rounds]
 *
 * Race-free: who has the token has exclusive use of the ledger. Get and put are complete at rank 0 (flush, 12.5.4) before
 * the token is sent on, and messages order (11.5). Rank 0 prints when the token has come back to it for the last time.
 */
//@ expect: none
//@ twin: ledger_token_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int rc, const char *what, int line)
{
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;

    if (rc == MPI_SUCCESS)
        return;
    MPI_Error_string(rc, text, &length);
    fprintf(stderr, "line %d: %s: %.*s\n", line, what, length, text);
    MPI_Abort(MPI_COMM_WORLD, rc);
}

#define TRY(call) check((call), #call, __LINE__)

enum { ACCOUNTS = 8, TOKEN = 17 };

struct account {
    double balance;
    double bookings;
};

struct ledger {
    MPI_Comm comm;
    int rank, size;
    struct account *accounts; /* window memory at rank 0 */
    MPI_Datatype type;
    MPI_Win win;
};

static void ledger_open(struct ledger *l, MPI_Comm comm)
{
    MPI_Aint bytes;

    l->comm = comm;
    TRY(MPI_Comm_rank(comm, &l->rank));
    TRY(MPI_Comm_size(comm, &l->size));
    TRY(MPI_Type_contiguous(2, MPI_DOUBLE, &l->type));
    TRY(MPI_Type_commit(&l->type));
    bytes = l->rank == 0 ? ACCOUNTS * (MPI_Aint)sizeof(struct account) : 0;
    TRY(MPI_Win_allocate(bytes, sizeof(struct account), MPI_INFO_NULL, comm, &l->accounts, &l->win));
    if (l->rank == 0)
        memset(l->accounts, 0, (size_t)bytes);
    TRY(MPI_Win_lock_all(0, l->win));
    TRY(MPI_Barrier(comm));
}

static void ledger_close(struct ledger *l)
{
    TRY(MPI_Win_unlock_all(l->win));
    TRY(MPI_Win_free(&l->win));
    TRY(MPI_Type_free(&l->type));
}

static void read_account(const struct ledger *l, int number, struct account *account)
{
    TRY(MPI_Get(account, 1, l->type, 0, number, 1, l->type, l->win));
    TRY(MPI_Win_flush(0, l->win));
}

static void write_account(const struct ledger *l, int number, const struct account *account)
{
    TRY(MPI_Put(account, 1, l->type, 0, number, 1, l->type, l->win));
}

static void take_token(const struct ledger *l, int round)
{
    int seen = -1;

    if (l->rank == 0 && round == 0)
        return;
    TRY(MPI_Recv(&seen, 1, MPI_INT, (l->rank + l->size - 1) % l->size, TOKEN, l->comm, MPI_STATUS_IGNORE));
    if (seen != (l->rank == 0 ? round - 1 : round)) {
        fprintf(stderr, "rank %d: token of round %d in round %d\n", l->rank, seen, round);
        MPI_Abort(l->comm, 4);
    }
}

static void pass_token(const struct ledger *l, int round)
{
    TRY(MPI_Send(&round, 1, MPI_INT, (l->rank + 1) % l->size, TOKEN, l->comm));
}

static double amount(int rank, int round)
{
    return (double)(rank + 1) + 0.25 * (double)(round % 4);
}

static void book(const struct ledger *l, int round)
{
    const int number = round % ACCOUNTS;
    struct account account;

    take_token(l, round);
    read_account(l, number, &account);
    account.balance += amount(l->rank, round);
    account.bookings += 1.0;
    write_account(l, number, &account);
    TRY(MPI_Win_flush(0, l->win));
    pass_token(l, round);
}

/* Rank 0 takes the token a last time. */
static void finish(const struct ledger *l, int rounds)
{
    if (l->rank == 0)
        take_token(l, rounds);
    TRY(MPI_Barrier(l->comm));
}

static int verify(const struct ledger *l, int rounds)
{
    double balance = 0.0, bookings = 0.0, wanted = 0.0;

    TRY(MPI_Win_sync(l->win));
    for (int i = 0; i < ACCOUNTS; i++) {
        balance += l->accounts[i].balance;
        bookings += l->accounts[i].bookings;
    }
    for (int round = 0; round < rounds; round++)
        for (int rank = 0; rank < l->size; rank++)
            wanted += amount(rank, round);
    printf("balance %.2f of %.2f, %.0f bookings\n", balance, wanted, bookings);
    return balance == wanted && bookings == (double)rounds * l->size;
}

int main(int argc, char **argv)
{
    struct ledger ledger;
    int rounds = argc > 1 ? atoi(argv[1]) : 25;
    int passed = 1;
    double start;

    TRY(MPI_Init(&argc, &argv));
    ledger_open(&ledger, MPI_COMM_WORLD);
    if (rounds < 1 || ledger.size < 2) {
        if (ledger.rank == 0)
            fprintf(stderr, "usage: %s [rounds], with two processes or more\n", argv[0]);
        ledger_close(&ledger);
        MPI_Finalize();
        return 2;
    }
    start = MPI_Wtime();
    for (int round = 0; round < rounds; round++)
        book(&ledger, round);
    finish(&ledger, rounds);
    if (ledger.rank == 0) {
        passed = verify(&ledger, rounds);
        printf("%d rounds, %.6f s: %s\n", rounds, MPI_Wtime() - start, passed ? "passed" : "FAILED");
    }
    TRY(MPI_Barrier(ledger.comm));
    ledger_close(&ledger);
    MPI_Finalize();
    return !passed;
}
