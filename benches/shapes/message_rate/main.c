/*
 * Message rate of small operations, from the even processes to the odd ones, by requests or by flushes.
 *
 * Each even process keeps a ring of operations in flight towards the odd process beside it. The operation and the way to
 * complete it are chosen by options: MPI_Rput with MPI_Waitany, MPI_Rput with MPI_Waitall, MPI_Put with MPI_Win_flush_local and
 * MPI_Win_flush, MPI_Get with flush, MPI_Fetch_and_op on one counter. The message of each put carries its sequence number.
 *
 * Race-free as compiled plainly: a cell of the ring is filled after the operation that read it before is locally complete: by its
 * request (MPI 4.1, 12.3.5), by flush_local (12.5.4) or by flush. Every put of one ring has a slot of its own at the target, and
 * a flush completes all at the target before the ring goes round again. Fetch_and_op by one process or many on one counter are atomic
 * (12.7.1), and its result is read behind the flush. The target reads its slots and its counter behind unlock_all of the origins
 * and a barrier.
 *
 * Under -DRACY the version with MPI_Waitall fills the cells of the next ring before it waits for the last one, to overlap the
 * two: a cell is stored to (B) while MPI_Rput may still read it (A). Happens with two or more processes and -k waitall.
 * The labels hold under -DRACY; compiled plainly the program is to be free of findings.
 */
//@ expect: error RMA101 A B
#include <getopt.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_RING 1024
#define MAX_WORDS 64

#define MPI_DO(...)                                                                             \
    do {                                                                                        \
        const int do_result_ = (__VA_ARGS__);                                                   \
        if (do_result_ != MPI_SUCCESS)                                                          \
            fail(__func__, __LINE__, do_result_);                                               \
    } while (0)

enum kind { KIND_WAITANY, KIND_WAITALL, KIND_LOCAL, KIND_GET, KIND_COUNTER, KINDS };

static const char *const kind_names[KINDS] = {"waitany", "waitall", "local", "get", "counter"};

struct args {
    enum kind kind;
    int ring;        /* operations in flight */
    int words;       /* of a message */
    int rounds;
    int skip;        /* rounds before the clock starts */
    bool shared;     /* one lock of the target in place of lock_all */
    bool verify;
};

struct link {
    int rank, size;
    int target;                          /* of an origin; -1 on others */
    int origin;                          /* of a target; -1 on others */
    MPI_Win win;
    uint64_t *slots;                     /* window: ring * words, then the counter */
    uint64_t *cells;                     /* what is sent, or fetched */
    MPI_Request requests[MAX_RING];
    uint64_t sequence;
};

static void fail(const char *function, int line, int code)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;

    MPI_Error_string(code, text, &length);
    fprintf(stderr, "%s:%d: %s\n", function, line, text);
    MPI_Abort(MPI_COMM_WORLD, code);
    exit(1);
}

static bool parse(struct args *a, int argc, char **argv)
{
    int c;

    *a = (struct args){.kind = KIND_WAITALL, .ring = 64, .words = 1, .rounds = 1000, .skip = 100};
    while ((c = getopt(argc, argv, "k:r:n:t:s:lv")) != -1) {
        switch (c) {
        case 'k':
            for (a->kind = 0; a->kind < KINDS; a->kind++)
                if (strcmp(kind_names[a->kind], optarg) == 0)
                    break;
            if (a->kind == KINDS)
                return false;
            break;
        case 'r': a->ring = atoi(optarg); break;
        case 'n': a->words = atoi(optarg); break;
        case 't': a->rounds = atoi(optarg); break;
        case 's': a->skip = atoi(optarg); break;
        case 'l': a->shared = true; break;
        case 'v': a->verify = true; break;
        default: return false;
        }
    }
    return a->ring > 0 && a->ring <= MAX_RING && a->words > 0 && a->words <= MAX_WORDS && a->rounds > 0 && a->skip >= 0;
}

static void link_open(struct link *l, const struct args *a)
{
    const MPI_Aint words = (MPI_Aint)a->ring * a->words + 8;
    MPI_Info info;
    int i;

    l->target = l->rank % 2 == 0 && l->rank + 1 < l->size ? l->rank + 1 : -1;
    l->origin = l->rank % 2 == 1 ? l->rank - 1 : -1;
    l->sequence = 0;
    MPI_DO(MPI_Info_create(&info));
    MPI_DO(MPI_Info_set(info, "same_disp_unit", "true"));
    MPI_DO(MPI_Win_allocate(words * sizeof(uint64_t), sizeof(uint64_t), info, MPI_COMM_WORLD, &l->slots, &l->win));
    MPI_DO(MPI_Info_free(&info));
    l->cells = malloc(words * sizeof(uint64_t));
    if (l->cells == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    memset(l->slots, 0, words * sizeof(uint64_t));
    memset(l->cells, 0, words * sizeof(uint64_t));
    for (i = 0; i < MAX_RING; i++)
        l->requests[i] = MPI_REQUEST_NULL;
    MPI_DO(MPI_Barrier(MPI_COMM_WORLD));
}

static void link_close(struct link *l)
{
    MPI_DO(MPI_Win_free(&l->win));
    free(l->cells);
}

static void begin(struct link *l, const struct args *a)
{
    if (a->shared)
        MPI_DO(MPI_Win_lock(MPI_LOCK_SHARED, l->target, 0, l->win));
    else
        MPI_DO(MPI_Win_lock_all(0, l->win));
}

static void end(struct link *l, const struct args *a)
{
    if (a->shared)
        MPI_DO(MPI_Win_unlock(l->target, l->win));
    else
        MPI_DO(MPI_Win_unlock_all(l->win));
}

static void fill(struct link *l, const struct args *a, int cell)
{
    int w;

    for (w = 0; w < a->words; w++)
        l->cells[cell * a->words + w] = l->sequence;
    l->sequence++;
}

static void round_waitany(struct link *l, const struct args *a)
{
    int i, ready;

    for (i = 0; i < a->ring; i++) {
        fill(l, a, i);
        MPI_DO(MPI_Rput(&l->cells[i * a->words], a->words, MPI_UINT64_T, l->target, (MPI_Aint)i * a->words, a->words,
                        MPI_UINT64_T, l->win, &l->requests[i]));
    }
    for (i = 0; i < a->ring; i++)
        MPI_DO(MPI_Waitany(a->ring, l->requests, &ready, MPI_STATUS_IGNORE));
    MPI_DO(MPI_Win_flush(l->target, l->win));
}

static void send_ring(struct link *l, const struct args *a)
{
    int i;

    for (i = 0; i < a->ring; i++)
        MPI_DO(MPI_Rput(&l->cells[i * a->words], a->words, MPI_UINT64_T, l->target, (MPI_Aint)i * a->words, a->words, //@ A
                        MPI_UINT64_T, l->win, &l->requests[i]));
}

static void fill_ring(struct link *l, const struct args *a)
{
    int i, w;

    for (i = 0; i < a->ring; i++) {
        for (w = 0; w < a->words; w++)
            l->cells[i * a->words + w] = l->sequence; //@ B
        l->sequence++;
    }
}

static void round_waitall(struct link *l, const struct args *a)
{
    send_ring(l, a);
#ifdef RACY
    fill_ring(l, a);
    MPI_DO(MPI_Waitall(a->ring, l->requests, MPI_STATUSES_IGNORE));
    MPI_DO(MPI_Win_flush(l->target, l->win));
#else
    MPI_DO(MPI_Waitall(a->ring, l->requests, MPI_STATUSES_IGNORE));
    fill_ring(l, a);
    MPI_DO(MPI_Win_flush(l->target, l->win));
#endif
}

static void round_local(struct link *l, const struct args *a)
{
    int i;

    for (i = 0; i < a->ring; i++) {
        fill(l, a, 0);
        MPI_DO(MPI_Put(l->cells, a->words, MPI_UINT64_T, l->target, (MPI_Aint)i * a->words, a->words, MPI_UINT64_T, l->win));
        MPI_DO(MPI_Win_flush_local(l->target, l->win));
    }
    MPI_DO(MPI_Win_flush(l->target, l->win));
}

static void round_get(struct link *l, const struct args *a)
{
    int i;

    for (i = 0; i < a->ring; i++)
        MPI_DO(MPI_Get(&l->cells[i * a->words], a->words, MPI_UINT64_T, l->target, (MPI_Aint)i * a->words, a->words,
                       MPI_UINT64_T, l->win));
    MPI_DO(MPI_Win_flush(l->target, l->win));
    for (i = 0; i < a->ring; i++)
        l->sequence += l->cells[i * a->words];
}

static void round_counter(struct link *l, const struct args *a)
{
    const uint64_t one = 1;
    const MPI_Aint at = (MPI_Aint)a->ring * a->words;
    uint64_t last = 0;
    int i;

    for (i = 0; i < a->ring; i++)
        MPI_DO(MPI_Fetch_and_op(&one, &l->cells[i], MPI_UINT64_T, l->target, at, MPI_SUM, l->win));
    MPI_DO(MPI_Win_flush(l->target, l->win));
    for (i = 0; i < a->ring; i++)
        if (l->cells[i] >= last)
            last = l->cells[i];
    l->sequence = last + 1;
}

static void run_round(struct link *l, const struct args *a)
{
    switch (a->kind) {
    case KIND_WAITANY:
        round_waitany(l, a);
        break;
    case KIND_WAITALL:
        round_waitall(l, a);
        break;
    case KIND_LOCAL:
        round_local(l, a);
        break;
    case KIND_GET:
        round_get(l, a);
        break;
    default:
        round_counter(l, a);
        break;
    }
}

static double run(struct link *l, const struct args *a)
{
    double start = 0.0, elapsed = 0.0;
    int r;

    if (l->target >= 0) {
        if (a->kind == KIND_WAITALL)
            fill_ring(l, a);
        begin(l, a);
        for (r = 0; r < a->skip; r++)
            run_round(l, a);
        start = MPI_Wtime();
        for (r = 0; r < a->rounds; r++)
            run_round(l, a);
        elapsed = MPI_Wtime() - start;
        end(l, a);
    }
    MPI_DO(MPI_Barrier(MPI_COMM_WORLD));
    return elapsed;
}

/* What the last round has to have left in the slots, or how far the counter has to be. */
static int verify(struct link *l, const struct args *a)
{
    const uint64_t rounds = (uint64_t)a->rounds + a->skip;
    const uint64_t first = (rounds - 1) * a->ring;
    int wrong = 0, all = 0, i, w;

    if (l->origin >= 0) {
        switch (a->kind) {
        case KIND_WAITANY:
        case KIND_WAITALL:
        case KIND_LOCAL:
            for (i = 0; i < a->ring; i++)
                for (w = 0; w < a->words; w++)
                    wrong += l->slots[i * a->words + w] != first + i;
            break;
        case KIND_COUNTER:
            wrong = l->slots[a->ring * a->words] != rounds * a->ring;
            break;
        default:
            break;
        }
    }
    MPI_DO(MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    return all;
}

int main(int argc, char **argv)
{
    static struct link link;
    struct args args;
    double elapsed, rate = 0.0, total = 0.0, slowest = 0.0;
    int wrong = 0;

    MPI_DO(MPI_Init(&argc, &argv));
    MPI_DO(MPI_Comm_rank(MPI_COMM_WORLD, &link.rank));
    MPI_DO(MPI_Comm_size(MPI_COMM_WORLD, &link.size));
    if (!parse(&args, argc, argv)) {
        if (link.rank == 0)
            fprintf(stderr, "usage: %s [-k waitany|waitall|local|get|counter] [-r ring] [-n words] [-t rounds] [-s skip] [-l] [-v]\n",
                    argv[0]);
        MPI_DO(MPI_Finalize());
        return 2;
    }
    link_open(&link, &args);
    elapsed = run(&link, &args);
    if (elapsed > 0.0)
        rate = (double)args.rounds * args.ring / elapsed;
    MPI_DO(MPI_Reduce(&rate, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD));
    MPI_DO(MPI_Reduce(&elapsed, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD));
    if (args.verify)
        wrong = verify(&link, &args);
    if (link.rank == 0) {
        printf("%s: %d pairs, ring of %d, %d bytes, %s\n", kind_names[args.kind], link.size / 2, args.ring,
               args.words * (int)sizeof(uint64_t), args.shared ? "lock" : "lock_all");
        printf("slowest pair %.6f s, %.0f messages a second\n", slowest, total);
        if (args.verify)
            printf("%s\n", wrong ? "WRONG" : "verified");
    }
    link_close(&link);
    MPI_DO(MPI_Finalize());
    return wrong != 0;
}
