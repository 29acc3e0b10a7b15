/* Power iteration with a banded sparse matrix. Rows are dealt out in blocks. At the start each process makes a list of the
 * columns that it needs from others; in each iteration it gets them one by one from the window that holds x.
 *
 * usage: spmv_ghosts [rows per process [iterations [stride]]]
 *
 * Race-free: gets are complete at both sides behind MPI_Win_flush_all (12.5.4); a barrier stands between them and the
 * owners' stores of the new x, and another between those and the next gets.
 */
//@ expect: none
//@ twin: spmv_ghosts_race.c
#include <math.h>
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

enum { BANDS = 4 };

struct ghost_list {
    long *column;
    double *value;
    int count;
    int capacity;
};

struct system {
    MPI_Comm comm;
    int rank, size;
    long own;   /* rows of each process */
    long total; /* rows of all */
    long first;
    long band[BANDS];
    double *x; /* window memory */
    double *y;
    int *where; /* for each row and band: own column, or own + place among the ghosts */
    struct ghost_list ghosts;
    MPI_Win win;
};

static int ghost_place(struct ghost_list *list, long column)
{
    for (int i = 0; i < list->count; i++)
        if (list->column[i] == column)
            return i;
    if (list->count == list->capacity) {
        list->capacity = list->capacity == 0 ? 16 : 2 * list->capacity;
        list->column = realloc(list->column, (size_t)list->capacity * sizeof(long));
        if (list->column == NULL)
            MPI_Abort(MPI_COMM_WORLD, 3);
    }
    list->column[list->count] = column;
    return list->count++;
}

static long column_of(const struct system *s, long row, int band)
{
    return (row + s->band[band] + s->total) % s->total;
}

static void build(struct system *s, long own, long stride, MPI_Comm comm)
{
    s->comm = comm;
    CHECK(MPI_Comm_rank(comm, &s->rank));
    CHECK(MPI_Comm_size(comm, &s->size));
    s->own = own;
    s->total = own * s->size;
    s->first = own * s->rank;
    s->band[0] = -stride;
    s->band[1] = -1;
    s->band[2] = 1;
    s->band[3] = stride;
    memset(&s->ghosts, 0, sizeof s->ghosts);
    CHECK(MPI_Win_allocate(own * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &s->x, &s->win));
    s->y = malloc((size_t)own * sizeof(double));
    s->where = malloc((size_t)own * BANDS * sizeof(int));
    if (s->y == NULL || s->where == NULL)
        MPI_Abort(comm, 3);

    for (long i = 0; i < own; i++) {
        s->x[i] = 1.0 + (double)((s->first + i) % 3);
        for (int band = 0; band < BANDS; band++) {
            const long column = column_of(s, s->first + i, band);

            if (column >= s->first && column < s->first + own)
                s->where[i * BANDS + band] = (int)(column - s->first);
            else
                s->where[i * BANDS + band] = (int)own + ghost_place(&s->ghosts, column);
        }
    }
    s->ghosts.value = malloc((size_t)(s->ghosts.count + 1) * sizeof(double));
    if (s->ghosts.value == NULL)
        MPI_Abort(comm, 3);
    CHECK(MPI_Win_lock_all(MPI_MODE_NOCHECK, s->win));
    CHECK(MPI_Barrier(comm));
}

static void destroy(struct system *s)
{
    CHECK(MPI_Win_unlock_all(s->win));
    CHECK(MPI_Win_free(&s->win));
    free(s->y);
    free(s->where);
    free(s->ghosts.column);
    free(s->ghosts.value);
}

static void fetch_ghosts(struct system *s)
{
    for (int i = 0; i < s->ghosts.count; i++) {
        const int owner = (int)(s->ghosts.column[i] / s->own);
        const MPI_Aint place = s->ghosts.column[i] % s->own;

        CHECK(MPI_Get(&s->ghosts.value[i], 1, MPI_DOUBLE, owner, place, 1, MPI_DOUBLE, s->win));
    }
    CHECK(MPI_Win_flush_all(s->win));
}

static void multiply(struct system *s)
{
    for (long i = 0; i < s->own; i++) {
        double sum = 4.0 * s->x[i];

        for (int band = 0; band < BANDS; band++) {
            const int at = s->where[i * BANDS + band];

            sum += at < s->own ? s->x[at] : s->ghosts.value[at - s->own];
        }
        s->y[i] = sum;
    }
}

static void update(struct system *s, double scale)
{
    for (long i = 0; i < s->own; i++)
        s->x[i] = scale * s->y[i];
}

static void iterate(struct system *s, int iterations)
{
    for (int k = 0; k < iterations; k++) {
        fetch_ghosts(s);
        multiply(s);
        CHECK(MPI_Barrier(s->comm));
        update(s, 0.125);
        CHECK(MPI_Win_sync(s->win));
        CHECK(MPI_Barrier(s->comm));
    }
}

int main(int argc, char **argv)
{
    struct system s;
    long own = argc > 1 ? atol(argv[1]) : 1000;
    int iterations = argc > 2 ? atoi(argv[2]) : 20;
    long stride = argc > 3 ? atol(argv[3]) : 10;
    double square = 0.0, all = 0.0, start;

    CHECK(MPI_Init(&argc, &argv));
    if (own < 2 || own > 100000000 || iterations < 1 || stride < 2 || stride > own) {
        fprintf(stderr, "usage: spmv_ghosts [rows [iterations [stride <= rows]]]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    build(&s, own, stride, MPI_COMM_WORLD);

    start = MPI_Wtime();
    iterate(&s, iterations);
    start = MPI_Wtime() - start;

    for (long i = 0; i < s.own; i++)
        square += s.x[i] * s.x[i];
    CHECK(MPI_Reduce(&square, &all, 1, MPI_DOUBLE, MPI_SUM, 0, s.comm));
    if (s.rank == 0)
        printf("%ld rows, %d iterations, norm %.6g, %.3f s\n", s.total, iterations, sqrt(all), start);
    destroy(&s);
    MPI_Finalize();
    return 0;
}
