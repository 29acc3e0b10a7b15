/*
 * Latency of put and get between two processes, for three kinds of windows and five kinds of synchronisation.
 *
 * Rank 0 is the origin, rank 1 the target, further ranks take part in collective calls alone. For each size there are some
 * iterations without the clock, then those that are timed; then the data may be compared.
 *
 * Race-free as compiled plainly: in each mode an operation is complete before the next one is issued to the same bytes, by the
 * fence (MPI 4.1, 12.5.1), complete with wait at the target (12.5.2), unlock (12.5.3) or flush (12.5.4). In the mode flush_local a put
 * is complete at its origin alone, so consecutive puts go to slots of their own, of which there are SLOTS; a flush completes all before
 * the slots are used again, and behind the loop. Gets of that mode are complete at the flush_local, as their result is there then.
 * Between the iterations of one size, the comparison, and the next size stand barriers.
 *
 * Under -DRACY the loop of the mode flush_local has no flush when it begins with the slots anew: a put goes to a slot
 * that an earlier one may still be writing (A, one line). Happens with two or more processes and -s flush_local.
 * The labels hold under -DRACY; compiled plainly the program is to be free of findings.
 */
//@ expect: error RMA203 A A
#include "options.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MPI_TRY(call)                                                                          \
    do {                                                                                       \
        int try_code = (call);                                                                 \
        if (try_code != MPI_SUCCESS) {                                                         \
            fprintf(stderr, "[%s:%d] MPI call failed with %d\n", __FILE__, __LINE__, try_code); \
            MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);                                           \
        }                                                                                      \
    } while (0)

#define SLOTS 8
#define ORIGIN 0
#define TARGET 1

struct bench {
    int rank, size;
    char *local;        /* origin buffer */
    char *memory;       /* what the window shows */
    size_t bytes;       /* of each of them */
    MPI_Win win;
    MPI_Aint base;      /* added to displacements: the target's address in a dynamic window */
    MPI_Group peer;
};

static void *page_alloc(size_t bytes)
{
    void *p = NULL;

    if (posix_memalign(&p, 4096, bytes) != 0) {
        fprintf(stderr, "cannot allocate %zu bytes\n", bytes);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    return p;
}

static void bench_open(struct bench *b, const struct options *opt)
{
    MPI_Group world;
    MPI_Aint address;
    int other;

    b->bytes = opt->max_size * SLOTS;
    b->local = page_alloc(b->bytes);
    b->memory = NULL;
    b->base = 0;
    switch (opt->window) {
    case WINDOW_CREATE:
        b->memory = page_alloc(b->bytes);
        MPI_TRY(MPI_Win_create(b->memory, b->bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &b->win));
        break;
    case WINDOW_ALLOCATE:
        MPI_TRY(MPI_Win_allocate(b->bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &b->memory, &b->win));
        break;
    case WINDOW_DYNAMIC:
        b->memory = page_alloc(b->bytes);
        MPI_TRY(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &b->win));
        MPI_TRY(MPI_Win_attach(b->win, b->memory, b->bytes));
        MPI_TRY(MPI_Get_address(b->memory, &address));
        if (b->rank == TARGET)
            MPI_TRY(MPI_Send(&address, 1, MPI_AINT, ORIGIN, 1, MPI_COMM_WORLD));
        else if (b->rank == ORIGIN)
            MPI_TRY(MPI_Recv(&b->base, 1, MPI_AINT, TARGET, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        break;
    }

    MPI_TRY(MPI_Comm_group(MPI_COMM_WORLD, &world));
    other = b->rank == ORIGIN ? TARGET : ORIGIN;
    MPI_TRY(MPI_Group_incl(world, 1, &other, &b->peer));
    MPI_TRY(MPI_Group_free(&world));
}

static void bench_close(struct bench *b, const struct options *opt)
{
    MPI_TRY(MPI_Barrier(MPI_COMM_WORLD));
    MPI_TRY(MPI_Group_free(&b->peer));
    if (opt->window == WINDOW_DYNAMIC)
        MPI_TRY(MPI_Win_detach(b->win, b->memory));
    MPI_TRY(MPI_Win_free(&b->win));
    if (opt->window != WINDOW_ALLOCATE)
        free(b->memory);
    free(b->local);
}

/* The memory of both sides gets known contents. */
static void prepare(struct bench *b, size_t size)
{
    size_t i;

    for (i = 0; i < size * SLOTS; i++) {
        b->local[i] = b->rank == ORIGIN ? (char)(i % 61 + 1) : 0;
        b->memory[i] = b->rank == TARGET ? (char)(i % 53 + 2) : 0;
    }
    MPI_TRY(MPI_Barrier(MPI_COMM_WORLD));
}

static void issue(struct bench *b, enum operation op, size_t size, int slot)
{
    char *here = b->local + slot * size;
    MPI_Aint there = MPI_Aint_add(b->base, slot * size);

    if (op == OP_PUT)
        MPI_TRY(MPI_Put(here, (int)size, MPI_CHAR, TARGET, there, (int)size, MPI_CHAR, b->win)); //@ A
    else
        MPI_TRY(MPI_Get(here, (int)size, MPI_CHAR, TARGET, there, (int)size, MPI_CHAR, b->win));
}

static double loop_fence(struct bench *b, const struct options *opt, size_t size, int warmup, int count)
{
    double start = 0.0;
    int i;

    MPI_TRY(MPI_Win_fence(MPI_MODE_NOPRECEDE, b->win));
    for (i = 0; i < warmup + count; i++) {
        if (i == warmup)
            start = MPI_Wtime();
        if (b->rank == ORIGIN)
            issue(b, opt->operation, size, 0);
        MPI_TRY(MPI_Win_fence(0, b->win));
    }
    start = MPI_Wtime() - start;
    MPI_TRY(MPI_Win_fence(MPI_MODE_NOSUCCEED, b->win));
    return start;
}

static double loop_pscw(struct bench *b, const struct options *opt, size_t size, int warmup, int count)
{
    double start = 0.0;
    int i;

    for (i = 0; i < warmup + count; i++) {
        if (i == warmup)
            start = MPI_Wtime();
        if (b->rank == ORIGIN) {
            MPI_TRY(MPI_Win_start(b->peer, 0, b->win));
            issue(b, opt->operation, size, 0);
            MPI_TRY(MPI_Win_complete(b->win));
        } else if (b->rank == TARGET) {
            MPI_TRY(MPI_Win_post(b->peer, 0, b->win));
            MPI_TRY(MPI_Win_wait(b->win));
        }
    }
    return MPI_Wtime() - start;
}

static double loop_lock(struct bench *b, const struct options *opt, size_t size, int warmup, int count)
{
    double start = 0.0;
    int i;

    if (b->rank == ORIGIN) {
        for (i = 0; i < warmup + count; i++) {
            if (i == warmup)
                start = MPI_Wtime();
            MPI_TRY(MPI_Win_lock(MPI_LOCK_SHARED, TARGET, 0, b->win));
            issue(b, opt->operation, size, 0);
            MPI_TRY(MPI_Win_unlock(TARGET, b->win));
        }
        start = MPI_Wtime() - start;
    }
    return start;
}

static double loop_flush(struct bench *b, const struct options *opt, size_t size, int warmup, int count)
{
    double start = 0.0;
    int i;

    if (b->rank == ORIGIN) {
        MPI_TRY(MPI_Win_lock_all(0, b->win));
        for (i = 0; i < warmup + count; i++) {
            if (i == warmup)
                start = MPI_Wtime();
            issue(b, opt->operation, size, 0);
            MPI_TRY(MPI_Win_flush(TARGET, b->win));
        }
        start = MPI_Wtime() - start;
        MPI_TRY(MPI_Win_unlock_all(b->win));
    }
    return start;
}

static double loop_flush_local(struct bench *b, const struct options *opt, size_t size, int warmup, int count)
{
    double start = 0.0;
    int i;

    if (b->rank == ORIGIN) {
        MPI_TRY(MPI_Win_lock_all(0, b->win));
        for (i = 0; i < warmup + count; i++) {
            if (i == warmup)
                start = MPI_Wtime();
#ifndef RACY
            if (i % SLOTS == 0)
                MPI_TRY(MPI_Win_flush(TARGET, b->win));
#endif
            issue(b, opt->operation, size, i % SLOTS);
            MPI_TRY(MPI_Win_flush_local(TARGET, b->win));
        }
        start = MPI_Wtime() - start;
        MPI_TRY(MPI_Win_unlock_all(b->win));
    }
    return start;
}

static double measure(struct bench *b, const struct options *opt, size_t size)
{
    int count = size > (size_t)opt->large_size ? opt->large_iterations : opt->iterations;
    double seconds = 0.0;

    switch (opt->sync) {
    case SYNC_FENCE:
        seconds = loop_fence(b, opt, size, opt->warmup, count);
        break;
    case SYNC_PSCW:
        seconds = loop_pscw(b, opt, size, opt->warmup, count);
        break;
    case SYNC_LOCK:
        seconds = loop_lock(b, opt, size, opt->warmup, count);
        break;
    case SYNC_FLUSH:
        seconds = loop_flush(b, opt, size, opt->warmup, count);
        break;
    case SYNC_FLUSH_LOCAL:
        seconds = loop_flush_local(b, opt, size, opt->warmup, count);
        break;
    }
    MPI_TRY(MPI_Barrier(MPI_COMM_WORLD));
    return 1e6 * seconds / count;
}

/* How many bytes of the first slot are not what the operation brings. */
static long validate(const struct bench *b, const struct options *opt, size_t size)
{
    long wrong = 0, all = 0;
    size_t i;

    for (i = 0; i < size; i++) {
        if (opt->operation == OP_PUT && b->rank == TARGET)
            wrong += b->memory[i] != (char)(i % 61 + 1);
        if (opt->operation == OP_GET && b->rank == ORIGIN)
            wrong += b->local[i] != (char)(i % 53 + 2);
    }
    MPI_TRY(MPI_Allreduce(&wrong, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD));
    return all;
}

int main(int argc, char **argv)
{
    struct options opt;
    struct bench bench;
    long wrong = 0;
    size_t size;

    MPI_TRY(MPI_Init(&argc, &argv));
    MPI_TRY(MPI_Comm_rank(MPI_COMM_WORLD, &bench.rank));
    MPI_TRY(MPI_Comm_size(MPI_COMM_WORLD, &bench.size));
    if (options_parse(argc, argv, &opt) != 0 || opt.help) {
        if (bench.rank == 0)
            options_usage(argv[0]);
        MPI_Finalize();
        return opt.help ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    if (bench.size < 2) {
        fprintf(stderr, "two processes are needed\n");
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }

    bench_open(&bench, &opt);
    if (bench.rank == ORIGIN)
        printf("# latency of %s, window %s, synchronisation %s\n# %-10s %12s\n", operation_name(opt.operation),
               window_name(opt.window), sync_name(opt.sync), "bytes", "us");
    for (size = opt.min_size; size <= opt.max_size; size *= 2) {
        double latency;

        prepare(&bench, size);
        latency = measure(&bench, &opt, size);
        if (bench.rank == ORIGIN)
            printf("%-12zu %12.3f\n", size, latency);
        if (opt.validate)
            wrong += validate(&bench, &opt, size);
        MPI_TRY(MPI_Barrier(MPI_COMM_WORLD));
    }
    if (opt.validate && bench.rank == ORIGIN)
        printf("# %ld bytes wrong\n", wrong);
    bench_close(&bench, &opt);
    MPI_TRY(MPI_Finalize());
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
