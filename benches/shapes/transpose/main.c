/*
 * Transposes of a distributed square matrix: block puts between all processes, or copies inside a shared-memory window.
 *
 * Each process owns a block of rows. B = transpose of A is computed again and again and compared with its known contents, by one of
 * three methods:
 *   rows     every process puts each of its rows as a column of the owner's B, by a vector type at the target
 *   blocks   the own block for each process is transposed into a buffer and put as a whole, flush_local between, a ring of buffers
 *   shared   on one node: each process reads the blocks of the others in place, in tiles
 *
 * Race-free as compiled plainly: the columns, or blocks, of B that different processes write are disjoint, as the rows of A that they
 * own are. Puts are complete at the target by the flush_all before the barrier (MPI 4.1, 12.5.4), and B is read only behind it; the
 * barrier at the end of each round keeps the puts of the next one back. A buffer of the ring is filled again after flush_local of
 * the process that it was put to. With shared memory, A is stored before a sync, barrier, sync and not changed until the next
 * one; B is local.
 *
 * Under -DRACY the method blocks fills a buffer of the ring without waiting for its last put, as there are "enough of them": with
 * more than RING processes the buffer is stored to (B) while the put (A) may read it.
 * The labels hold under -DRACY; compiled plainly the program is to be free of findings.
 */
//@ expect: error RMA101 A B
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RING 2
#define TILE 16

#define CALL(expression)                                                          \
    do {                                                                          \
        if ((expression) != MPI_SUCCESS) {                                        \
            fprintf(stderr, "line %d: %s did not succeed\n", __LINE__, #expression); \
            MPI_Abort(MPI_COMM_WORLD, 3);                                         \
        }                                                                         \
    } while (0)

enum method { ROWS, BLOCKS, SHARED };

struct matrix {
    int order;         /* of the whole matrix */
    int rows;          /* of one process */
    double *a;         /* own rows of A, rows * order */
    double *b;         /* own rows of B */
    MPI_Win win;       /* over b, or over a with the method shared */
    double *ring;      /* RING blocks of rows * rows */
    int in_ring[RING]; /* who got the block, -1 for none */
    MPI_Datatype column;
};

struct world {
    MPI_Comm comm;
    int rank, size;
};

struct setup {
    enum method method;
    int order, rounds, tile;
};

static int read_setup(int argc, char **argv, struct setup *s)
{
    int c;

    s->method = BLOCKS;
    s->order = 240;
    s->rounds = 10;
    s->tile = TILE;
    while ((c = getopt(argc, argv, "m:n:r:t:")) != -1) {
        switch (c) {
        case 'm':
            if (strcmp(optarg, "rows") == 0)
                s->method = ROWS;
            else if (strcmp(optarg, "blocks") == 0)
                s->method = BLOCKS;
            else if (strcmp(optarg, "shared") == 0)
                s->method = SHARED;
            else
                return 1;
            break;
        case 'n':
            s->order = atoi(optarg);
            break;
        case 'r':
            s->rounds = atoi(optarg);
            break;
        case 't':
            s->tile = atoi(optarg);
            break;
        default:
            return 1;
        }
    }
    return s->order < 1 || s->rounds < 1 || s->tile < 1;
}

static double entry(const struct matrix *m, int row, int column, int round)
{
    return (double)row * m->order + column + round;
}

static double *get_memory(size_t count)
{
    double *p = malloc(count * sizeof(double));

    if (p == NULL) {
        fprintf(stderr, "no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    return p;
}

static void matrix_create(struct matrix *m, const struct world *w, const struct setup *s)
{
    const size_t cells = (size_t)(s->order / w->size) * s->order;
    int i;

    m->order = s->order;
    m->rows = s->order / w->size;
    m->ring = get_memory((size_t)RING * m->rows * m->rows);
    for (i = 0; i < RING; i++)
        m->in_ring[i] = -1;
    if (s->method == SHARED) {
        CALL(MPI_Win_allocate_shared(cells * sizeof(double), sizeof(double), MPI_INFO_NULL, w->comm, &m->a, &m->win));
        m->b = get_memory(cells);
    } else {
        m->a = get_memory(cells);
        CALL(MPI_Win_allocate(cells * sizeof(double), sizeof(double), MPI_INFO_NULL, w->comm, &m->b, &m->win));
    }
    CALL(MPI_Type_vector(m->rows, 1, m->order, MPI_DOUBLE, &m->column));
    CALL(MPI_Type_commit(&m->column));
}

static void matrix_destroy(struct matrix *m, enum method method)
{
    CALL(MPI_Type_free(&m->column));
    CALL(MPI_Win_free(&m->win));
    free(method == SHARED ? m->b : m->a);
    free(m->ring);
}

static void fill(struct matrix *m, const struct world *w, int round)
{
    int i, j;

    for (i = 0; i < m->rows; i++)
        for (j = 0; j < m->order; j++)
            m->a[(size_t)i * m->order + j] = entry(m, w->rank * m->rows + i, j, round);
}

static void transpose_rows(struct matrix *m, const struct world *w)
{
    int i, k;

    for (k = 0; k < w->size; k++) {
        const int target = (w->rank + k) % w->size;

        for (i = 0; i < m->rows; i++) {
            const double *row = m->a + (size_t)i * m->order + target * m->rows;
            const MPI_Aint column = w->rank * m->rows + i;

            CALL(MPI_Put(row, m->rows, MPI_DOUBLE, target, column, 1, m->column, m->win));
        }
    }
    CALL(MPI_Win_flush_all(m->win));
}

/* The own block for one process, transposed. */
static void pack(const struct matrix *m, int target, double *block)
{
    const double *from = m->a + target * m->rows;
    int i, j;

    for (i = 0; i < m->rows; i++)
        for (j = 0; j < m->rows; j++)
            block[j * m->rows + i] = from[(size_t)i * m->order + j]; //@ B
}

static void transpose_blocks(struct matrix *m, const struct world *w)
{
    MPI_Datatype block_type;
    int k;

    CALL(MPI_Type_vector(m->rows, m->rows, m->order, MPI_DOUBLE, &block_type));
    CALL(MPI_Type_commit(&block_type));
    for (k = 0; k < w->size; k++) {
        const int target = (w->rank + k) % w->size;
        const int slot = k % RING;
        double *block = m->ring + (size_t)slot * m->rows * m->rows;

#ifndef RACY
        if (m->in_ring[slot] >= 0)
            CALL(MPI_Win_flush_local(m->in_ring[slot], m->win));
#endif
        pack(m, target, block);
        CALL(MPI_Put(block, m->rows * m->rows, MPI_DOUBLE, target, (MPI_Aint)w->rank * m->rows, 1, block_type, m->win)); //@ A
        m->in_ring[slot] = target;
    }
    CALL(MPI_Win_flush_all(m->win));
    for (k = 0; k < RING; k++)
        m->in_ring[k] = -1;
    CALL(MPI_Type_free(&block_type));
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static void transpose_shared(struct matrix *m, const struct world *w, int tile)
{
    int k, i, j, ti, tj;

    for (k = 0; k < w->size; k++) {
        const int source = (w->rank + k) % w->size;
        const double *theirs;
        double *base;
        MPI_Aint bytes;
        int unit;

        CALL(MPI_Win_shared_query(m->win, source, &bytes, &unit, &base));
        theirs = base + w->rank * m->rows;
        for (ti = 0; ti < m->rows; ti += tile)
            for (tj = 0; tj < m->rows; tj += tile)
                for (i = ti; i < smaller(ti + tile, m->rows); i++)
                    for (j = tj; j < smaller(tj + tile, m->rows); j++)
                        m->b[(size_t)i * m->order + source * m->rows + j] = theirs[(size_t)j * m->order + i];
    }
}

static void synchronise(struct matrix *m, const struct world *w)
{
    CALL(MPI_Win_sync(m->win));
    CALL(MPI_Barrier(w->comm));
    CALL(MPI_Win_sync(m->win));
}

static long check(const struct matrix *m, const struct world *w, int round)
{
    long wrong = 0;
    int i, j;

    for (i = 0; i < m->rows; i++)
        for (j = 0; j < m->order; j++)
            if (fabs(m->b[(size_t)i * m->order + j] - entry(m, j, w->rank * m->rows + i, round)) > 0.25)
                wrong++;
    return wrong;
}

static double run(struct matrix *m, const struct world *w, const struct setup *s, long *wrong)
{
    double total = 0.0, start;
    int round;

    CALL(MPI_Win_lock_all(MPI_MODE_NOCHECK, m->win));
    for (round = 0; round < s->rounds; round++) {
        fill(m, w, round);
        synchronise(m, w);
        start = MPI_Wtime();
        switch (s->method) {
        case ROWS:
            transpose_rows(m, w);
            break;
        case BLOCKS:
            transpose_blocks(m, w);
            break;
        case SHARED:
            transpose_shared(m, w, s->tile);
            break;
        }
        synchronise(m, w);
        total += MPI_Wtime() - start;
        *wrong += check(m, w, round);
        CALL(MPI_Barrier(w->comm));
    }
    CALL(MPI_Win_unlock_all(m->win));
    return total;
}

static int on_one_node(const struct world *w)
{
    MPI_Comm node;
    int size;

    CALL(MPI_Comm_split_type(w->comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    CALL(MPI_Comm_size(node, &size));
    CALL(MPI_Comm_free(&node));
    return size == w->size;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"rows", "blocks", "shared"};
    struct world world;
    struct setup setup;
    struct matrix matrix;
    double seconds, slowest;
    long wrong = 0, all = 0;

    CALL(MPI_Init(&argc, &argv));
    CALL(MPI_Comm_dup(MPI_COMM_WORLD, &world.comm));
    CALL(MPI_Comm_rank(world.comm, &world.rank));
    CALL(MPI_Comm_size(world.comm, &world.size));
    if (read_setup(argc, argv, &setup) != 0 || setup.order % world.size != 0 ||
        (setup.method == SHARED && !on_one_node(&world))) {
        if (world.rank == 0)
            fprintf(stderr, "usage: %s [-m rows|blocks|shared] [-n order, a multiple of the processes] [-r rounds] [-t tile]\n",
                    argv[0]);
        CALL(MPI_Comm_free(&world.comm));
        MPI_Finalize();
        return 1;
    }
    matrix_create(&matrix, &world, &setup);
    seconds = run(&matrix, &world, &setup, &wrong);
    CALL(MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, world.comm));
    CALL(MPI_Allreduce(&wrong, &all, 1, MPI_LONG, MPI_SUM, world.comm));
    if (world.rank == 0) {
        const double bytes = 2.0 * sizeof(double) * setup.order * setup.order * setup.rounds;

        printf("order %d, %d processes, method %s, %d rounds\n", setup.order, world.size, names[setup.method], setup.rounds);
        printf("%.6f s, %.2f MB/s, %ld entries wrong\n", slowest, 1e-6 * bytes / slowest, all);
    }
    matrix_destroy(&matrix, setup.method);
    CALL(MPI_Comm_free(&world.comm));
    CALL(MPI_Finalize());
    return all != 0;
}
