/* Sums by hand over one-sided operations, to compare algorithms. A table names them; an argument chooses one. All of them
 * leave the sum of all processes' vectors at rank 0.
 *
 * usage: reduce_table linear|slots|tree [elements [repetitions]]
 *
 * Race: in tree two levels share a part, and a level has one fence only. Run: four processes,
 * tree; behind the fence of the first level rank 2 adds its partner's values and puts its sum into rank 0, which still
 * adds up those of rank 1 there (8 * elements bytes at 0). The algorithm is a program parameter: an error.
 */
//@ expect: error RMA201 UP ADD -- from 3 processes
//@ twin: reduce_table_ok.c
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

enum { LEVELS = 20 };

struct reduction {
    MPI_Comm comm;
    MPI_Win win;
    int rank, size;
    int count;
    double *values;  /* own vector */
    double *partial; /* own partial sum */
    double *parts;   /* window memory */
};

typedef void (*reduce_function)(struct reduction *);

static void clear_parts(struct reduction *r, int parts)
{
    for (long i = 0; i < (long)parts * r->count; i++)
        r->parts[i] = 0.0;
}

static void reduce_linear(struct reduction *r)
{
    if (r->rank == 0)
        clear_parts(r, 1);
    TRY(MPI_Win_fence(0, r->win));
    TRY(MPI_Accumulate(r->values, r->count, MPI_DOUBLE, 0, 0, r->count, MPI_DOUBLE, MPI_SUM, r->win));
    TRY(MPI_Win_fence(MPI_MODE_NOSUCCEED, r->win));
    if (r->rank == 0)
        memcpy(r->partial, r->parts, (size_t)r->count * sizeof(double));
}

static void reduce_slots(struct reduction *r)
{
    TRY(MPI_Win_fence(0, r->win));
    TRY(MPI_Put(r->values, r->count, MPI_DOUBLE, 0, (MPI_Aint)r->rank * r->count, r->count, MPI_DOUBLE, r->win));
    TRY(MPI_Win_fence(MPI_MODE_NOSUCCEED, r->win));
    if (r->rank != 0)
        return;
    memset(r->partial, 0, (size_t)r->count * sizeof(double));
    for (int from = 0; from < r->size; from++)
        for (int i = 0; i < r->count; i++)
            r->partial[i] += r->parts[(long)from * r->count + i];
}

/* Where the partial sums of a level lie in the window. */
static MPI_Aint part_of(const struct reduction *r, int level)
{
    return (MPI_Aint)(level / 2) * r->count;
}

static void send_up(struct reduction *r, int level, int to)
{
    TRY(MPI_Put(r->partial, r->count, MPI_DOUBLE, to, part_of(r, level), r->count, MPI_DOUBLE, r->win)); //@ UP
}

static void add_part(struct reduction *r, int level)
{
    const double *part = r->parts + part_of(r, level);

    for (int i = 0; i < r->count; i++)
        r->partial[i] += part[i]; //@ ADD
}

static void reduce_tree(struct reduction *r)
{
    int level = 0;

    memcpy(r->partial, r->values, (size_t)r->count * sizeof(double));
    TRY(MPI_Win_fence(0, r->win));
    for (int distance = 1; distance < r->size; distance *= 2) {
        const int place = r->rank % (2 * distance);

        if (place == distance)
            send_up(r, level, r->rank - distance);
        TRY(MPI_Win_fence(0, r->win));
        if (place == 0 && r->rank + distance < r->size)
            add_part(r, level);
        level++;
    }
    TRY(MPI_Win_fence(MPI_MODE_NOSUCCEED, r->win));
}

static const struct {
    const char *name;
    reduce_function run;
} table[] = {
    {"linear", reduce_linear},
    {"slots", reduce_slots},
    {"tree", reduce_tree},
};

static reduce_function find(const char *name)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].run;
    return NULL;
}

static void create(struct reduction *r, int count, MPI_Comm comm)
{
    long parts;

    r->comm = comm;
    r->count = count;
    TRY(MPI_Comm_rank(comm, &r->rank));
    TRY(MPI_Comm_size(comm, &r->size));
    parts = r->size > LEVELS ? r->size : LEVELS;
    r->values = malloc((size_t)count * sizeof(double));
    r->partial = malloc((size_t)count * sizeof(double));
    if (r->values == NULL || r->partial == NULL)
        MPI_Abort(comm, 3);
    TRY(MPI_Win_allocate(parts * count * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &r->parts,
                         &r->win));
}

static void destroy(struct reduction *r)
{
    TRY(MPI_Win_free(&r->win));
    free(r->values);
    free(r->partial);
}

static int wrong(const struct reduction *r, int repetition)
{
    for (int i = 0; i < r->count; i++) {
        const double wanted = 0.5 * r->size * (r->size - 1) + (double)r->size * (i + repetition);

        if (r->partial[i] != wanted)
            return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct reduction r;
    reduce_function reduce;
    int count, repetitions, errors = 0;
    double start, seconds = 0.0;

    TRY(MPI_Init(&argc, &argv));
    reduce = argc > 1 ? find(argv[1]) : reduce_linear;
    count = argc > 2 ? atoi(argv[2]) : 1024;
    repetitions = argc > 3 ? atoi(argv[3]) : 10;
    if (reduce == NULL || count < 1 || count > 1000000 || repetitions < 1) {
        fprintf(stderr, "usage: %s linear|slots|tree [elements [repetitions]]\n", argv[0]);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    create(&r, count, MPI_COMM_WORLD);
    for (int k = 0; k < repetitions; k++) {
        for (int i = 0; i < count; i++)
            r.values[i] = (double)(r.rank + i + k);
        TRY(MPI_Barrier(r.comm));
        start = MPI_Wtime();
        reduce(&r);
        seconds += MPI_Wtime() - start;
        if (r.rank == 0)
            errors += wrong(&r, k);
    }
    if (r.rank == 0)
        printf("%d elements, %d repetitions, %.6f s each, %d errors\n", count, repetitions, seconds / repetitions, errors);
    destroy(&r);
    MPI_Finalize();
    return errors;
}
