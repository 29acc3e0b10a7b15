/* Tokens that go round a ring of processes by way of windows.
 *
 * Three tests, each of several rounds:
 *  - pass: a token with a payload is put into the mailbox of the right neighbour, which is told by a message. Each
 *    process checks the payload, stamps its rank into it and passes it on. Behind the last round the token goes back.
 *  - pull: in each step all processes publish a block and fetch that of their left neighbour, between post, start,
 *    complete and wait; after as many steps as there are processes each has its own block back.
 *  - census: each process draws a ticket from a counter on process 0 and writes its rank at that place of a list, then all
 *    fetch the list and check that it is a permutation.
 *
 * Race-free:
 *  - pass: the put is flushed (complete at the target, MPI 4.1, 12.5.4) before the message is sent, and the owner loads its
 *    mailbox after it has received the message. The next put into this mailbox follows only when the token has come round,
 *    which its reader has passed on by messages behind its loads. The payload that is put is changed behind the flush.
 *  - pull: gets of an access epoch come behind the matching post, and the owner stores its block before the post and behind the wait
 *    (12.5.2); what was fetched is used behind complete.
 *  - census: tickets are distinct (MPI_Fetch_and_op on one counter), so the puts are disjoint; they are complete
 *    (flush) before the barrier, and the gets come behind it. The counter is set between two barriers.
 *
 * -DRACY: in `pass` the message is sent before the flush. The put may still be under way when the owner loads.
 */
//@ expect: error RMA201 PUT LOAD -- with -DRACY only; none without
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PAYLOAD 4096
#define TAG_TOKEN 71

#define MPI_CALL(expr)                                                                                                 \
    do {                                                                                                               \
        int code = (expr);                                                                                             \
        if (code != MPI_SUCCESS) {                                                                                     \
            die(code, #expr, __LINE__);                                                                                \
        }                                                                                                              \
    } while (0)

typedef struct {
    long serial;
    int hops;
    int origin;
    long checksum;
    int length;
    int stamps[MAX_PAYLOAD];
} Token;

typedef struct {
    MPI_Comm comm;
    int rank;
    int size;
    int left;
    int right;
    int rounds;
    int payload;
    int verbose;
} Ring;

typedef struct {
    const char *name;
    int (*run)(const Ring *ring);
} Test;

static void die(int code, const char *what, int line)
{
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;

    MPI_Error_string(code, text, &length);
    fprintf(stderr, "line %d: %s: %s\n", line, what, text);
    MPI_Abort(MPI_COMM_WORLD, code);
    exit(1);
}

static int complain(const Ring *ring, const char *what, long got, long wanted)
{
    if (got == wanted) {
        return 0;
    }
    fprintf(stderr, "rank %d: %s is %ld, not %ld\n", ring->rank, what, got, wanted);
    return 1;
}

/* ---- pass ---- */

static long sum_of(const int *stamps, int length)
{
    long sum = 0;

    for (int i = 0; i < length; i++) {
        sum += (long)stamps[i] * (i % 13 + 1);
    }
    return sum;
}

static void token_init(Token *token, const Ring *ring)
{
    memset(token, 0, sizeof *token);
    token->serial = 1;
    token->origin = ring->rank;
    token->length = ring->payload;
    for (int i = 0; i < token->length; i++) {
        token->stamps[i] = -1;
    }
    token->checksum = sum_of(token->stamps, token->length);
}

static void token_stamp(Token *token, const Ring *ring)
{
    token->stamps[token->hops % token->length] = ring->rank;
    token->hops++;
    token->checksum = sum_of(token->stamps, token->length);
}

static MPI_Aint token_bytes(const Token *token)
{
    return (MPI_Aint)(sizeof *token - sizeof token->stamps) + (MPI_Aint)token->length * (MPI_Aint)sizeof(int);
}

static void send_token(const Token *token, const Ring *ring, MPI_Win win)
{
    const int bytes = (int)token_bytes(token);

    MPI_CALL(MPI_Put(token, bytes, MPI_BYTE, ring->right, 0, bytes, MPI_BYTE, win)); //@ PUT
#ifdef RACY
    MPI_CALL(MPI_Send(&token->serial, 1, MPI_LONG, ring->right, TAG_TOKEN, ring->comm));
    MPI_CALL(MPI_Win_flush(ring->right, win));
#else
    MPI_CALL(MPI_Win_flush(ring->right, win));
    MPI_CALL(MPI_Send(&token->serial, 1, MPI_LONG, ring->right, TAG_TOKEN, ring->comm));
#endif
}

static int receive_token(Token *token, const Token *mailbox, const Ring *ring, MPI_Win win)
{
    long serial = 0;
    int errors = 0;

    MPI_CALL(MPI_Recv(&serial, 1, MPI_LONG, ring->left, TAG_TOKEN, ring->comm, MPI_STATUS_IGNORE));
    MPI_CALL(MPI_Win_sync(win));
    memcpy(token, mailbox, sizeof *token - sizeof token->stamps + (size_t)ring->payload * sizeof(int)); //@ LOAD
    errors += complain(ring, "serial", token->serial, serial);
    errors += complain(ring, "length", token->length, ring->payload);
    errors += complain(ring, "checksum", token->checksum, sum_of(token->stamps, ring->payload));
    return errors;
}

static int test_pass(const Ring *ring)
{
    Token *mailbox = NULL;
    Token *token = malloc(sizeof *token);
    MPI_Win win;
    int errors = 0;

    if (token == NULL) {
        MPI_Abort(ring->comm, 1);
    }
    MPI_CALL(MPI_Win_allocate(sizeof(Token), 1, MPI_INFO_NULL, ring->comm, &mailbox, &win));
    MPI_CALL(MPI_Win_lock_all(0, win));
    if (ring->rank == 0) {
        token_init(token, ring);
        for (int round = 0; round < ring->rounds; round++) {
            token->serial = round + 1;
            token_stamp(token, ring);
            send_token(token, ring, win);
            errors += receive_token(token, mailbox, ring, win);
            errors += complain(ring, "hops", token->hops, (long)(round + 1) * ring->size);
            if (ring->verbose) {
                printf("round %d: token back after %d hops\n", round, token->hops);
            }
        }
    } else {
        for (int round = 0; round < ring->rounds; round++) {
            errors += receive_token(token, mailbox, ring, win);
            errors += complain(ring, "hops", token->hops, (long)round * ring->size + ring->rank);
            token_stamp(token, ring);
            send_token(token, ring, win);
        }
    }
    MPI_CALL(MPI_Win_unlock_all(win));
    MPI_CALL(MPI_Win_free(&win));
    free(token);
    return errors;
}

/* ---- pull ---- */

static double block_value(int rank, int round, int i)
{
    return 1000.0 * rank + 10.0 * round + 0.001 * i;
}

static int test_pull(const Ring *ring)
{
    const int count = ring->payload;
    const int neighbours[2] = {ring->left, ring->right};
    double *published = NULL;
    double *fetched = malloc((size_t)count * sizeof *fetched);
    MPI_Group all;
    MPI_Group from;
    MPI_Group to;
    MPI_Win win;
    int errors = 0;

    if (fetched == NULL) {
        MPI_Abort(ring->comm, 1);
    }
    MPI_CALL(MPI_Win_allocate((MPI_Aint)count * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, ring->comm,
                              &published, &win));
    MPI_CALL(MPI_Comm_group(ring->comm, &all));
    MPI_CALL(MPI_Group_incl(all, 1, &neighbours[0], &from));
    MPI_CALL(MPI_Group_incl(all, 1, &neighbours[1], &to));

    for (int round = 0; round < ring->rounds; round++) {
        for (int i = 0; i < count; i++) {
            published[i] = block_value(ring->rank, round, i);
        }
        for (int step = 1; step <= ring->size; step++) {
            const int source = (ring->rank - step + ring->size) % ring->size;

            MPI_CALL(MPI_Win_post(to, 0, win));
            MPI_CALL(MPI_Win_start(from, 0, win));
            MPI_CALL(MPI_Get(fetched, count, MPI_DOUBLE, ring->left, 0, count, MPI_DOUBLE, win));
            MPI_CALL(MPI_Win_complete(win));
            MPI_CALL(MPI_Win_wait(win));
            for (int i = 0; i < count; i++) {
                if (fetched[i] != block_value(source, round, i)) {
                    errors += complain(ring, "block", (long)fetched[i], (long)block_value(source, round, i));
                    break;
                }
            }
            memcpy(published, fetched, (size_t)count * sizeof *published);
        }
    }

    MPI_CALL(MPI_Group_free(&to));
    MPI_CALL(MPI_Group_free(&from));
    MPI_CALL(MPI_Group_free(&all));
    MPI_CALL(MPI_Win_free(&win));
    free(fetched);
    return errors;
}

/* ---- census ---- */

static int test_census(const Ring *ring)
{
    const int entries = ring->rank == 0 ? ring->size + 1 : 0;
    int *base = NULL;
    int *list = malloc((size_t)ring->size * sizeof *list);
    char *seen = calloc((size_t)ring->size, 1);
    MPI_Win win;
    int errors = 0;

    if (list == NULL || seen == NULL) {
        MPI_Abort(ring->comm, 1);
    }
    MPI_CALL(MPI_Win_allocate((MPI_Aint)entries * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, ring->comm, &base,
                              &win));
    for (int round = 0; round < ring->rounds; round++) {
        const int one = 1;
        int ticket = -1;

        if (ring->rank == 0) {
            base[0] = 0;
            for (int i = 1; i <= ring->size; i++) {
                base[i] = -1;
            }
        }
        MPI_CALL(MPI_Win_lock_all(0, win));
        MPI_CALL(MPI_Win_sync(win));
        MPI_CALL(MPI_Barrier(ring->comm));

        MPI_CALL(MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win));
        MPI_CALL(MPI_Win_flush(0, win));
        MPI_CALL(MPI_Put(&ring->rank, 1, MPI_INT, 0, 1 + ticket, 1, MPI_INT, win));
        MPI_CALL(MPI_Win_flush(0, win));
        MPI_CALL(MPI_Barrier(ring->comm));

        MPI_CALL(MPI_Get(list, ring->size, MPI_INT, 0, 1, ring->size, MPI_INT, win));
        MPI_CALL(MPI_Win_unlock_all(win));
        /* Process 0 clears the list in the next round. */
        MPI_CALL(MPI_Barrier(ring->comm));

        memset(seen, 0, (size_t)ring->size);
        for (int i = 0; i < ring->size; i++) {
            if (list[i] < 0 || list[i] >= ring->size || seen[list[i]]) {
                errors += complain(ring, "entry", list[i], -1);
            } else {
                seen[list[i]] = 1;
            }
        }
        errors += complain(ring, "own entry", list[ticket], ring->rank);
    }
    MPI_CALL(MPI_Win_free(&win));
    free(seen);
    free(list);
    return errors;
}

static int run_test(const Test *test, const Ring *ring)
{
    int errors;
    double seconds;

    MPI_CALL(MPI_Barrier(ring->comm));
    seconds = MPI_Wtime();
    errors = test->run(ring);
    seconds = MPI_Wtime() - seconds;
    MPI_CALL(MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, ring->comm));
    if (ring->rank == 0) {
        printf("%-8s %s  %.6f s a round\n", test->name, errors == 0 ? "ok    " : "FAILED", seconds / ring->rounds);
    }
    return errors;
}

int main(int argc, char **argv)
{
    static const Test tests[] = {{"pass", test_pass}, {"pull", test_pull}, {"census", test_census}};
    Ring ring = {.comm = MPI_COMM_WORLD, .rounds = 4, .payload = 128};
    int errors = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-r") == 0 && i + 1 < argc) {
            ring.rounds = atoi(argv[++i]);
        } else if (strcmp(argv[i], "-p") == 0 && i + 1 < argc) {
            ring.payload = atoi(argv[++i]);
        } else if (strcmp(argv[i], "-v") == 0) {
            ring.verbose = 1;
        } else {
            fprintf(stderr, "usage: %s [-r rounds] [-p payload] [-v]\n", argv[0]);
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
    }
    MPI_CALL(MPI_Comm_rank(ring.comm, &ring.rank));
    MPI_CALL(MPI_Comm_size(ring.comm, &ring.size));
    if (ring.size < 2 || ring.rounds < 1 || ring.payload < 1 || ring.payload > MAX_PAYLOAD) {
        fprintf(stderr, "needs two processes, one round, and a payload of 1 to %d\n", MAX_PAYLOAD);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    ring.left = (ring.rank + ring.size - 1) % ring.size;
    ring.right = (ring.rank + 1) % ring.size;

    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        errors += run_test(&tests[i], &ring);
    }
    MPI_Finalize();
    return errors == 0 ? 0 : 1;
}
