/*
 * A check of one-sided communication on communicators of all kinds.
 *
 * For each of six communicators (a duplicate, the halves by parity, the lower and upper half, the node, the ranks in reverse
 * order, a Cartesian ring) the tool makes a window, does rounds of puts, gets and accumulates in different epochs, compares the data,
 * and frees all again. It prints a line for each.
 *
 * Race-free as compiled plainly, for each communicator on its own:
 *   puts         between two fences, each into the cell of its own number at the right neighbour, which reads behind the second fence
 *                (MPI 4.1, 12.5.1)
 *   gets         the owner stores its cells, then a barrier; gets under a shared lock from the left neighbour; unlock completes them
 *                (12.5.3) and a second barrier keeps the next stores back
 *   accumulates  of one type and operation on a counter at each process, under lock_all (12.7.1); unlock_all, barrier, load by the
 *                owner
 *   swaps        MPI_Compare_and_swap of all processes on a cell of rank 0, results read behind the flush
 * The phases are separated by barriers of the communicator, and the windows of different communicators have memory of their own.
 *
 * Under -DRACY the barrier between the stores and the gets is left out, so a get (A) can read cells that the neighbour is storing (B).
 * Happens with two or more processes in a communicator.
 * The labels hold under -DRACY; compiled plainly the program is to be free of findings.
 */
//@ expect: error RMA202 A B
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                                          \
    do {                                                                                     \
        int code_ = (call);                                                                  \
        if (code_ != MPI_SUCCESS) {                                                          \
            char text_[MPI_MAX_ERROR_STRING];                                                \
            int length_;                                                                     \
            MPI_Error_string(code_, text_, &length_);                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, text_);                       \
            MPI_Abort(MPI_COMM_WORLD, code_);                                                \
        }                                                                                    \
    } while (0)

#define DEFAULT_CELLS 64
#define DEFAULT_ROUNDS 10

enum variety { DUPLICATE, PARITY, HALVES, NODE, REVERSED, RING, VARIETIES };

static const char *variety_name(enum variety v)
{
    switch (v) {
    case DUPLICATE:
        return "duplicate";
    case PARITY:
        return "parity";
    case HALVES:
        return "halves";
    case NODE:
        return "node";
    case REVERSED:
        return "reversed";
    case RING:
        return "ring";
    default:
        return "?";
    }
}

struct settings {
    int cells;
    int rounds;
    int only;       /* one variety, or -1 */
    int quiet;
};

struct test {
    MPI_Comm comm;
    int rank, size;
    int left, right;
    int cells;
    long *memory;   /* `cells` cells, a counter, a cell for swaps */
    long *buffer;   /* `cells` */
    MPI_Win win;
    long failures;
};

struct result {
    long failures;
    double put_time, get_time, accumulate_time, swap_time;
};

static int parse(int argc, char **argv, struct settings *s)
{
    int i, v;

    s->cells = DEFAULT_CELLS;
    s->rounds = DEFAULT_ROUNDS;
    s->only = -1;
    s->quiet = 0;
    for (i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-q")) {
            s->quiet = 1;
        } else if (!strcmp(argv[i], "-c") && i + 1 < argc) {
            s->cells = atoi(argv[++i]);
        } else if (!strcmp(argv[i], "-r") && i + 1 < argc) {
            s->rounds = atoi(argv[++i]);
        } else {
            for (v = 0; v < VARIETIES; v++)
                if (!strcmp(argv[i], variety_name((enum variety)v)))
                    break;
            if (v == VARIETIES)
                return -1;
            s->only = v;
        }
    }
    return s->cells > 0 && s->rounds > 0 ? 0 : -1;
}

static MPI_Comm reversed(MPI_Comm base)
{
    MPI_Group group, turned;
    MPI_Comm comm;
    int size, i, *ranks;

    CHECK(MPI_Comm_size(base, &size));
    ranks = malloc(size * sizeof(int));
    if (ranks == NULL)
        MPI_Abort(base, 1);
    for (i = 0; i < size; i++)
        ranks[i] = size - 1 - i;
    CHECK(MPI_Comm_group(base, &group));
    CHECK(MPI_Group_incl(group, size, ranks, &turned));
    CHECK(MPI_Comm_create(base, turned, &comm));
    CHECK(MPI_Group_free(&turned));
    CHECK(MPI_Group_free(&group));
    free(ranks);
    return comm;
}

static MPI_Comm make_communicator(enum variety v, MPI_Comm base)
{
    MPI_Comm comm = MPI_COMM_NULL;
    int rank, size, periodic = 1;

    CHECK(MPI_Comm_rank(base, &rank));
    CHECK(MPI_Comm_size(base, &size));
    switch (v) {
    case DUPLICATE:
        CHECK(MPI_Comm_dup(base, &comm));
        break;
    case PARITY:
        CHECK(MPI_Comm_split(base, rank % 2, rank, &comm));
        break;
    case HALVES:
        CHECK(MPI_Comm_split(base, rank < size / 2 ? 0 : 1, rank, &comm));
        break;
    case NODE:
        CHECK(MPI_Comm_split_type(base, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &comm));
        break;
    case REVERSED:
        comm = reversed(base);
        break;
    case RING:
        CHECK(MPI_Cart_create(base, 1, &size, &periodic, 1, &comm));
        break;
    default:
        break;
    }
    return comm;
}

static void test_open(struct test *t, MPI_Comm comm, const struct settings *s)
{
    const MPI_Aint words = s->cells + 2;

    t->comm = comm;
    t->cells = s->cells;
    t->failures = 0;
    CHECK(MPI_Comm_rank(comm, &t->rank));
    CHECK(MPI_Comm_size(comm, &t->size));
    t->right = (t->rank + 1) % t->size;
    t->left = (t->rank + t->size - 1) % t->size;
    t->buffer = malloc(s->cells * sizeof(long));
    if (t->buffer == NULL)
        MPI_Abort(comm, 1);
    CHECK(MPI_Win_allocate(words * sizeof(long), sizeof(long), MPI_INFO_NULL, comm, &t->memory, &t->win));
    memset(t->memory, 0, words * sizeof(long));
    CHECK(MPI_Barrier(comm));
}

static void test_close(struct test *t)
{
    CHECK(MPI_Win_free(&t->win));
    free(t->buffer);
    CHECK(MPI_Comm_free(&t->comm));
}

static long value(int rank, int round, int cell)
{
    return 1000000L * (rank + 1) + 1000L * round + cell;
}

static void expect(struct test *t, long found, long wanted)
{
    if (found != wanted)
        t->failures++;
}

static double put_round(struct test *t, int round)
{
    double start;
    int i;

    for (i = 0; i < t->cells; i++)
        t->buffer[i] = value(t->rank, round, i);
    start = MPI_Wtime();
    CHECK(MPI_Win_fence(MPI_MODE_NOPRECEDE, t->win));
    for (i = 0; i < t->cells; i++)
        CHECK(MPI_Put(&t->buffer[i], 1, MPI_LONG, t->right, i, 1, MPI_LONG, t->win));
    CHECK(MPI_Win_fence(MPI_MODE_NOSUCCEED, t->win));
    start = MPI_Wtime() - start;
    for (i = 0; i < t->cells; i++)
        expect(t, t->memory[i], value(t->left, round, i));
    return start;
}

static double get_round(struct test *t, int round)
{
    double start;
    int i;

    for (i = 0; i < t->cells; i++)
        t->memory[i] = value(t->rank, round, i) + 7; //@ B
#ifndef RACY
    CHECK(MPI_Barrier(t->comm));
#endif
    start = MPI_Wtime();
    CHECK(MPI_Win_lock(MPI_LOCK_SHARED, t->left, 0, t->win));
    CHECK(MPI_Get(t->buffer, t->cells, MPI_LONG, t->left, 0, t->cells, MPI_LONG, t->win)); //@ A
    CHECK(MPI_Win_unlock(t->left, t->win));
    start = MPI_Wtime() - start;
    for (i = 0; i < t->cells; i++)
        expect(t, t->buffer[i], value(t->left, round, i) + 7);
    CHECK(MPI_Barrier(t->comm));
    return start;
}

static double accumulate_round(struct test *t, int round)
{
    const MPI_Aint counter = t->cells;
    const long add = t->rank + 1;
    double start;
    int r;

    start = MPI_Wtime();
    CHECK(MPI_Win_lock_all(0, t->win));
    for (r = 0; r < t->size; r++)
        CHECK(MPI_Accumulate(&add, 1, MPI_LONG, r, counter, 1, MPI_LONG, MPI_SUM, t->win));
    CHECK(MPI_Win_unlock_all(t->win));
    start = MPI_Wtime() - start;
    CHECK(MPI_Barrier(t->comm));
    expect(t, t->memory[counter], (long)(round + 1) * t->size * (t->size + 1) / 2);
    CHECK(MPI_Barrier(t->comm));
    return start;
}

/* Each process tries to go first; one of them has to succeed. */
static double swap_round(struct test *t, int round)
{
    const MPI_Aint cell = t->cells + 1;
    const long before = round, after = round + 1;
    long seen = -1;
    int won, winners = 0;
    double start;

    start = MPI_Wtime();
    CHECK(MPI_Win_lock_all(0, t->win));
    CHECK(MPI_Compare_and_swap(&after, &before, &seen, MPI_LONG, 0, cell, t->win));
    CHECK(MPI_Win_flush(0, t->win));
    won = seen == before;
    CHECK(MPI_Win_unlock_all(t->win));
    start = MPI_Wtime() - start;
    CHECK(MPI_Allreduce(&won, &winners, 1, MPI_INT, MPI_SUM, t->comm));
    expect(t, winners, 1);
    return start;
}

static void run(enum variety v, const struct settings *s, struct result *result)
{
    struct test test;
    MPI_Comm comm = make_communicator(v, MPI_COMM_WORLD);
    int round;

    memset(result, 0, sizeof(*result));
    if (comm == MPI_COMM_NULL)
        return;
    test_open(&test, comm, s);
    for (round = 0; round < s->rounds; round++) {
        result->put_time += put_round(&test, round);
        CHECK(MPI_Barrier(test.comm));
        result->get_time += get_round(&test, round);
        result->accumulate_time += accumulate_round(&test, round);
        result->swap_time += swap_round(&test, round);
    }
    result->failures = test.failures;
    test_close(&test);
}

static long summarise(enum variety v, const struct settings *s, const struct result *result)
{
    const double scale = 1e6 / s->rounds;
    double mine[4], worst[4];
    long failures = 0;
    int rank;

    mine[0] = result->put_time;
    mine[1] = result->get_time;
    mine[2] = result->accumulate_time;
    mine[3] = result->swap_time;
    CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    CHECK(MPI_Reduce(mine, worst, 4, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD));
    CHECK(MPI_Allreduce(&result->failures, &failures, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD));
    if (rank == 0 && !s->quiet)
        printf("%-10s put %10.2f  get %10.2f  accumulate %10.2f  swap %10.2f us  %s\n", variety_name(v), worst[0] * scale,
               worst[1] * scale, worst[2] * scale, worst[3] * scale, failures ? "FAILED" : "ok");
    return failures;
}

int main(int argc, char **argv)
{
    struct settings settings;
    struct result result;
    long failures = 0;
    int v, rank;

    CHECK(MPI_Init(&argc, &argv));
    CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    if (parse(argc, argv, &settings) != 0) {
        if (rank == 0)
            fprintf(stderr, "usage: %s [-c cells] [-r rounds] [-q] [variety]\n", argv[0]);
        CHECK(MPI_Finalize());
        return 2;
    }
    for (v = 0; v < VARIETIES; v++) {
        if (settings.only >= 0 && settings.only != v)
            continue;
        run((enum variety)v, &settings, &result);
        failures += summarise((enum variety)v, &settings, &result);
    }
    if (rank == 0)
        printf("%ld failures\n", failures);
    CHECK(MPI_Finalize());
    return failures != 0;
}
