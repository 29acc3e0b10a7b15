#include "ga.h"
#include <stdlib.h>
#include <string.h>

struct GlobalArray {
    MPI_Comm comm;
    MPI_Win win;
    MPI_Win counter_win;
    int rank;
    int size;
    long rows;
    long cols;
    long first; /* own rows */
    long last;
    double *strip;
    long *counter;
    char name[32];
};

void ga_fail(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

static long strip_start(const GlobalArray *ga, int rank)
{
    const long share = ga->rows / ga->size;
    const long rest = ga->rows % ga->size;

    return rank * share + (rank < rest ? rank : rest);
}

int ga_owner(const GlobalArray *ga, long row)
{
    const long share = ga->rows / ga->size;
    const long rest = ga->rows % ga->size;
    const long in_long_strips = rest * (share + 1);

    if (row < in_long_strips) {
        return (int)(row / (share + 1));
    }
    return (int)(rest + (row - in_long_strips) / share);
}

GlobalArray *ga_create(MPI_Comm comm, const char *name, long rows, long cols)
{
    GlobalArray *ga = calloc(1, sizeof *ga);
    MPI_Aint bytes;

    GA_ASSERT(ga != NULL);
    GA_MPI(MPI_Comm_dup(comm, &ga->comm));
    GA_MPI(MPI_Comm_rank(ga->comm, &ga->rank));
    GA_MPI(MPI_Comm_size(ga->comm, &ga->size));
    GA_ASSERT(rows > 0 && cols > 0);
    ga->rows = rows;
    ga->cols = cols;
    ga->first = strip_start(ga, ga->rank);
    ga->last = strip_start(ga, ga->rank + 1);
    snprintf(ga->name, sizeof ga->name, "%s", name);

    bytes = (MPI_Aint)((ga->last - ga->first) * cols) * (MPI_Aint)sizeof(double);
    GA_MPI(MPI_Win_allocate(bytes, sizeof(double), MPI_INFO_NULL, ga->comm, &ga->strip, &ga->win));
    GA_MPI(MPI_Win_allocate(ga->rank == 0 ? (MPI_Aint)sizeof(long) : 0, sizeof(long), MPI_INFO_NULL, ga->comm,
                            &ga->counter, &ga->counter_win));
    memset(ga->strip, 0, (size_t)bytes);
    if (ga->rank == 0) {
        *ga->counter = 0;
    }
    GA_MPI(MPI_Win_lock_all(0, ga->win));
    GA_MPI(MPI_Win_lock_all(0, ga->counter_win));
    ga_sync(ga);
    return ga;
}

void ga_destroy(GlobalArray *ga)
{
    ga_sync(ga);
    GA_MPI(MPI_Win_unlock_all(ga->counter_win));
    GA_MPI(MPI_Win_unlock_all(ga->win));
    GA_MPI(MPI_Win_free(&ga->counter_win));
    GA_MPI(MPI_Win_free(&ga->win));
    GA_MPI(MPI_Comm_free(&ga->comm));
    free(ga);
}

void ga_sync(GlobalArray *ga)
{
    GA_MPI(MPI_Win_flush_all(ga->win));
    GA_MPI(MPI_Win_flush_all(ga->counter_win));
    GA_MPI(MPI_Barrier(ga->comm));
    GA_MPI(MPI_Win_sync(ga->win));
    GA_MPI(MPI_Win_sync(ga->counter_win));
}

/* A strided type for the part of a patch at one owner. */
static MPI_Datatype part_type(const GlobalArray *ga, long part_rows, long part_cols)
{
    MPI_Datatype type;

    GA_MPI(MPI_Type_vector((int)part_rows, (int)part_cols, (int)ga->cols, MPI_DOUBLE, &type));
    GA_MPI(MPI_Type_commit(&type));
    return type;
}

static void check_patch(const GlobalArray *ga, Patch patch)
{
    GA_ASSERT(patch.row_lo >= 0 && patch.row_lo < patch.row_hi && patch.row_hi <= ga->rows);
    GA_ASSERT(patch.col_lo >= 0 && patch.col_lo < patch.col_hi && patch.col_hi <= ga->cols);
}

void ga_put(GlobalArray *ga, Patch patch, const double *buffer)
{
    const long cols = patch.col_hi - patch.col_lo;
    long row = patch.row_lo;

    check_patch(ga, patch);
    while (row < patch.row_hi) {
        const int owner = ga_owner(ga, row);
        const long end = strip_start(ga, owner + 1) < patch.row_hi ? strip_start(ga, owner + 1) : patch.row_hi;
        const MPI_Aint place = (MPI_Aint)((row - strip_start(ga, owner)) * ga->cols + patch.col_lo);
        MPI_Datatype type = part_type(ga, end - row, cols);

        GA_MPI(MPI_Put(buffer, (int)((end - row) * cols), MPI_DOUBLE, owner, place, 1, type, ga->win)); //@ PUT
        GA_MPI(MPI_Type_free(&type));
        buffer += (end - row) * cols;
        row = end;
    }
    GA_MPI(MPI_Win_flush_local_all(ga->win));
}

void ga_get(GlobalArray *ga, Patch patch, double *buffer)
{
    const long cols = patch.col_hi - patch.col_lo;
    long row = patch.row_lo;

    check_patch(ga, patch);
    while (row < patch.row_hi) {
        const int owner = ga_owner(ga, row);
        const long end = strip_start(ga, owner + 1) < patch.row_hi ? strip_start(ga, owner + 1) : patch.row_hi;
        const MPI_Aint place = (MPI_Aint)((row - strip_start(ga, owner)) * ga->cols + patch.col_lo);
        MPI_Datatype type = part_type(ga, end - row, cols);

        GA_MPI(MPI_Get(buffer, (int)((end - row) * cols), MPI_DOUBLE, owner, place, 1, type, ga->win));
        GA_MPI(MPI_Type_free(&type));
        buffer += (end - row) * cols;
        row = end;
    }
    GA_MPI(MPI_Win_flush_local_all(ga->win));
}

void ga_acc(GlobalArray *ga, Patch patch, double alpha, const double *buffer)
{
    const long cols = patch.col_hi - patch.col_lo;
    const long elements = (patch.row_hi - patch.row_lo) * cols;
    double *scaled;
    double *next;
    long row = patch.row_lo;

    check_patch(ga, patch);
    scaled = malloc((size_t)elements * sizeof *scaled);
    GA_ASSERT(scaled != NULL);
    for (long i = 0; i < elements; i++) {
        scaled[i] = alpha * buffer[i];
    }
    next = scaled;
    while (row < patch.row_hi) {
        const int owner = ga_owner(ga, row);
        const long end = strip_start(ga, owner + 1) < patch.row_hi ? strip_start(ga, owner + 1) : patch.row_hi;
        const MPI_Aint place = (MPI_Aint)((row - strip_start(ga, owner)) * ga->cols + patch.col_lo);
        MPI_Datatype type = part_type(ga, end - row, cols);

        GA_MPI(MPI_Accumulate(next, (int)((end - row) * cols), MPI_DOUBLE, owner, place, 1, type, MPI_SUM, ga->win));
        GA_MPI(MPI_Type_free(&type));
        next += (end - row) * cols;
        row = end;
    }
    GA_MPI(MPI_Win_flush_local_all(ga->win));
    free(scaled);
}

long ga_read_inc(GlobalArray *ga, long by)
{
    long before = 0;

    GA_MPI(MPI_Fetch_and_op(&by, &before, MPI_LONG, 0, 0, MPI_SUM, ga->counter_win));
    GA_MPI(MPI_Win_flush(0, ga->counter_win));
    return before;
}

void ga_reset_counter(GlobalArray *ga)
{
    ga_sync(ga);
    if (ga->rank == 0) {
        *ga->counter = 0;
    }
    ga_sync(ga);
}

double *ga_access(GlobalArray *ga, long *first, long *last)
{
    *first = ga->first;
    *last = ga->last;
    return ga->strip;
}

long ga_cols(const GlobalArray *ga)
{
    return ga->cols;
}

long ga_rows(const GlobalArray *ga)
{
    return ga->rows;
}

MPI_Comm ga_comm(const GlobalArray *ga)
{
    return ga->comm;
}

void ga_fill(GlobalArray *ga, double value)
{
    const long elements = (ga->last - ga->first) * ga->cols;

    ga_sync(ga);
    for (long i = 0; i < elements; i++) {
        ga->strip[i] = value;
    }
    ga_sync(ga);
}

void ga_copy(GlobalArray *from, GlobalArray *to)
{
    GA_ASSERT(from->rows == to->rows && from->cols == to->cols && from->size == to->size);
    ga_sync(from);
    ga_sync(to);
    memcpy(to->strip, from->strip, (size_t)((from->last - from->first) * from->cols) * sizeof(double));
    ga_sync(to);
    ga_sync(from);
}

double ga_dot(GlobalArray *a, GlobalArray *b)
{
    const long elements = (a->last - a->first) * a->cols;
    double sum = 0.0;

    GA_ASSERT(a->rows == b->rows && a->cols == b->cols);
    ga_sync(a);
    ga_sync(b);
    for (long i = 0; i < elements; i++) {
        sum += a->strip[i] * b->strip[i];
    }
    GA_MPI(MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, a->comm));
    return sum;
}

void ga_gather(GlobalArray *ga, double *into, int root)
{
    int *counts = NULL;
    int *starts = NULL;

    ga_sync(ga);
    if (ga->rank == root) {
        counts = malloc((size_t)ga->size * sizeof *counts);
        starts = malloc((size_t)ga->size * sizeof *starts);
        GA_ASSERT(counts != NULL && starts != NULL);
        for (int p = 0; p < ga->size; p++) {
            starts[p] = (int)(strip_start(ga, p) * ga->cols);
            counts[p] = (int)((strip_start(ga, p + 1) - strip_start(ga, p)) * ga->cols);
        }
    }
    GA_MPI(MPI_Gatherv(ga->strip, (int)((ga->last - ga->first) * ga->cols), MPI_DOUBLE, into, counts, starts,
                       MPI_DOUBLE, root, ga->comm));
    free(starts);
    free(counts);
    ga_sync(ga);
}
