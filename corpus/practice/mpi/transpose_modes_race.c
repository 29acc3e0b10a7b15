/* Distributed transposition of a square matrix, checked after each turn. The blocks travel by puts; how the puts are
 * synchronised is an option of the command line.
 *
 * usage: transpose_modes [-m fence|lock|flush] [-b rows of a process] [-n turns] [-v]
 *
 * Race: in the mode of locks the processes do not meet behind the unlock, which only completes the caller's own puts.
 * Run: two processes with -m lock; rank 1 has written its block to rank 0 not at all yet when rank 0 checks the block
 * of rank 1 (8 * b * b bytes at 8 * b * b). The mode is a program parameter: an error.
 */
//@ expect: error RMA201 PUT USE -- from 2 processes
//@ twin: transpose_modes_ok.c
#include <getopt.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                                     \
    do {                                                                                \
        int rc_ = (call);                                                               \
        if (rc_ != MPI_SUCCESS) {                                                       \
            fprintf(stderr, "%s:%d: %s failed (%d)\n", __FILE__, __LINE__, #call, rc_); \
            MPI_Abort(MPI_COMM_WORLD, 1);                                               \
        }                                                                               \
    } while (0)

typedef enum { MODE_FENCE, MODE_LOCK, MODE_FLUSH } mode_kind;

typedef struct {
    mode_kind mode;
    int block;
    int turns;
    int verbose;
} options_t;

typedef struct {
    MPI_Comm comm;
    MPI_Win win;
    int rank, size;
    int block;
    mode_kind mode;
    double *from; /* size blocks of block * block */
    double *to;   /* window memory, the same */
} transposer;

static int parse_mode(const char *text, mode_kind *mode)
{
    if (strcmp(text, "fence") == 0)
        *mode = MODE_FENCE;
    else if (strcmp(text, "lock") == 0)
        *mode = MODE_LOCK;
    else if (strcmp(text, "flush") == 0)
        *mode = MODE_FLUSH;
    else
        return -1;
    return 0;
}

static int parse(int argc, char **argv, options_t *o)
{
    int letter;

    o->mode = MODE_FENCE;
    o->block = 32;
    o->turns = 3;
    o->verbose = 0;
    while ((letter = getopt(argc, argv, "m:b:n:vh")) != -1) {
        switch (letter) {
        case 'm':
            if (parse_mode(optarg, &o->mode) != 0)
                return -1;
            break;
        case 'b':
            o->block = atoi(optarg);
            break;
        case 'n':
            o->turns = atoi(optarg);
            break;
        case 'v':
            o->verbose = 1;
            break;
        default:
            return -1;
        }
    }
    return o->block < 1 || o->block > 4096 || o->turns < 1 ? -1 : 0;
}

static void transposer_create(transposer *t, const options_t *o, MPI_Comm comm)
{
    size_t cells;

    t->comm = comm;
    t->block = o->block;
    t->mode = o->mode;
    CHECK(MPI_Comm_rank(comm, &t->rank));
    CHECK(MPI_Comm_size(comm, &t->size));
    cells = (size_t)t->size * (size_t)t->block * (size_t)t->block;
    t->from = malloc(cells * sizeof(double));
    if (t->from == NULL)
        MPI_Abort(comm, 3);
    CHECK(MPI_Win_allocate((MPI_Aint)(cells * sizeof(double)), sizeof(double), MPI_INFO_NULL, comm, &t->to, &t->win));
    memset(t->to, 0, cells * sizeof(double));
    if (t->mode == MODE_FENCE)
        CHECK(MPI_Win_fence(0, t->win));
    if (t->mode == MODE_FLUSH)
        CHECK(MPI_Win_lock_all(0, t->win));
    CHECK(MPI_Barrier(comm));
}

static void transposer_destroy(transposer *t)
{
    if (t->mode == MODE_FLUSH)
        CHECK(MPI_Win_unlock_all(t->win));
    CHECK(MPI_Win_free(&t->win));
    free(t->from);
}

/* Value of row i and column j of block (r, c) in a turn. */
static double element(const transposer *t, int turn, int r, int c, int i, int j)
{
    return (double)(r * t->block + i) + 1e-4 * (double)(c * t->block + j) + (double)turn;
}

static void fill(transposer *t, int turn)
{
    const int b = t->block;

    for (int c = 0; c < t->size; c++)
        for (int i = 0; i < b; i++)
            for (int j = 0; j < b; j++)
                t->from[(size_t)c * b * b + j * b + i] = element(t, turn, t->rank, c, i, j);
}

static void put_block(transposer *t, int to)
{
    const int count = t->block * t->block;

    CHECK(MPI_Put(t->from + (size_t)to * count, count, MPI_DOUBLE, to, (MPI_Aint)t->rank * count, count, MPI_DOUBLE, t->win)); //@ PUT
}

static void exchange(transposer *t)
{
    for (int k = 0; k < t->size; k++) {
        const int to = (t->rank + k) % t->size;

        if (t->mode == MODE_LOCK)
            CHECK(MPI_Win_lock(MPI_LOCK_SHARED, to, 0, t->win));
        put_block(t, to);
        if (t->mode == MODE_LOCK)
            CHECK(MPI_Win_unlock(to, t->win));
    }
    switch (t->mode) {
    case MODE_FENCE:
        CHECK(MPI_Win_fence(0, t->win));
        break;
    case MODE_LOCK:
        break;
    case MODE_FLUSH:
        CHECK(MPI_Win_flush_all(t->win));
        CHECK(MPI_Barrier(t->comm));
        CHECK(MPI_Win_sync(t->win));
        break;
    }
}

static long verify(const transposer *t, int turn)
{
    const int b = t->block;
    long wrong = 0;

    for (int r = 0; r < t->size; r++)
        for (int i = 0; i < b; i++)
            for (int j = 0; j < b; j++) {
                const double got = t->to[(size_t)r * b * b + j * b + i]; //@ USE

                wrong += got != element(t, turn, r, t->rank, i, j);
            }
    return wrong;
}

int main(int argc, char **argv)
{
    options_t options;
    transposer t;
    long wrong = 0, all = 0;
    double start, seconds = 0.0;

    CHECK(MPI_Init(&argc, &argv));
    if (parse(argc, argv, &options) != 0) {
        fprintf(stderr, "usage: %s [-m fence|lock|flush] [-b rows] [-n turns] [-v]\n", argv[0]);
        MPI_Finalize();
        return 2;
    }
    transposer_create(&t, &options, MPI_COMM_WORLD);
    for (int turn = 0; turn < options.turns; turn++) {
        fill(&t, turn);
        start = MPI_Wtime();
        exchange(&t);
        seconds += MPI_Wtime() - start;
        wrong += verify(&t, turn);
        CHECK(MPI_Barrier(t.comm));
    }
    CHECK(MPI_Reduce(&wrong, &all, 1, MPI_LONG, MPI_SUM, 0, t.comm));
    if (t.rank == 0) {
        printf("%d turns, %ld wrong, %.3f s\n", options.turns, all, seconds);
        if (options.verbose)
            printf("%.1f MB/s\n", 8e-6 * options.turns * t.size * t.block * t.block / (seconds > 0.0 ? seconds : 1.0));
    }
    transposer_destroy(&t);
    MPI_Finalize();
    return all != 0;
}
