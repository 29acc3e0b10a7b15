/* A layer of global arrays over MPI windows, and its tests.
 *
 * An array is spread over the processes by strips of rows. Any process may put, get or accumulate any patch; ga_sync completes
 * all of that and orders it. One epoch (MPI_Win_lock_all) lasts as long as the array. The tests stand in a table and are
 * chosen by name.
 *
 * Race-free: ga_sync is a flush of all targets, then a barrier (MPI 4.1, 12.5.4 and 12.7): what was done before it is complete at
 * its target, and happens before all that follows. Between two of them each test lets every element be written by
 * one process only and not read, or read only, or be changed only by MPI_Accumulate with MPI_SUM and MPI_DOUBLE. Buffers of the caller
 * are free at return, because the layer flushes locally; gets are complete then. The counter is accessed by
 * MPI_Fetch_and_op between two synchronisations and by its owner between two others.
 *
 * -DRACY: the test `shift` leaves out ga_sync between its puts and the loads of the own strip. Behind the loads there is one.
 */
//@ expect: error RMA201 PUT LOAD -- with -DRACY only; none without
#include "ga.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    MPI_Comm comm;
    int rank;
    int size;
    long n;
    int verbose;
} Env;

typedef int (*TestFunction)(const Env *env);

typedef struct {
    const char *name;
    const char *what;
    TestFunction run;
} Test;

static double *new_buffer(long elements)
{
    double *buffer = malloc((size_t)elements * sizeof *buffer);

    GA_ASSERT(buffer != NULL);
    return buffer;
}

static int differ(const Env *env, const char *what, double got, double wanted)
{
    if (fabs(got - wanted) <= 1e-9 * (1.0 + fabs(wanted))) {
        return 0;
    }
    if (env->verbose) {
        fprintf(stderr, "rank %d: %s is %g, not %g\n", env->rank, what, got, wanted);
    }
    return 1;
}

static double element(long row, long col)
{
    return (double)row * 1000.0 + (double)col;
}

/* Each process sets its own strip. */
static void set_elements(GlobalArray *ga)
{
    long first;
    long last;
    double *strip = ga_access(ga, &first, &last);
    const long cols = ga_cols(ga);

    ga_sync(ga);
    for (long row = first; row < last; row++) {
        for (long col = 0; col < cols; col++) {
            strip[(row - first) * cols + col] = element(row, col);
        }
    }
    ga_sync(ga);
}

static int test_fill(const Env *env)
{
    GlobalArray *a = ga_create(env->comm, "fill", env->n, env->n);
    double *all = new_buffer(env->n * env->n);
    const Patch whole = {0, env->n, 0, env->n};
    int errors = 0;

    ga_fill(a, 2.5);
    ga_get(a, whole, all);
    for (long i = 0; i < env->n * env->n; i++) {
        errors += differ(env, "filled element", all[i], 2.5);
    }
    ga_destroy(a);
    free(all);
    return errors;
}

static int test_put_get(const Env *env)
{
    GlobalArray *a = ga_create(env->comm, "put_get", env->n, env->n);
    double *row = new_buffer(env->n);
    int errors = 0;

    /* Rows in turn, so that most are put to other processes. */
    for (long r = env->rank; r < env->n; r += env->size) {
        const Patch patch = {r, r + 1, 0, env->n};

        for (long c = 0; c < env->n; c++) {
            row[c] = element(r, c);
        }
        ga_put(a, patch, row);
    }
    ga_sync(a);
    for (long r = (env->rank + 1) % env->size; r < env->n; r += env->size) {
        const Patch patch = {r, r + 1, 0, env->n};

        ga_get(a, patch, row);
        for (long c = 0; c < env->n; c++) {
            errors += differ(env, "element", row[c], element(r, c));
        }
    }
    ga_destroy(a);
    free(row);
    return errors;
}

static int test_columns(const Env *env)
{
    GlobalArray *a = ga_create(env->comm, "columns", env->n, env->n);
    double *column = new_buffer(env->n);
    int errors = 0;

    for (long c = env->rank; c < env->n; c += env->size) {
        const Patch patch = {0, env->n, c, c + 1};

        for (long r = 0; r < env->n; r++) {
            column[r] = element(r, c);
        }
        ga_put(a, patch, column);
    }
    ga_sync(a);
    for (long c = env->n - 1 - env->rank; c >= 0; c -= env->size) {
        const Patch patch = {0, env->n, c, c + 1};

        ga_get(a, patch, column);
        for (long r = 0; r < env->n; r++) {
            errors += differ(env, "element", column[r], element(r, c));
        }
    }
    ga_destroy(a);
    free(column);
    return errors;
}

static int test_accumulate(const Env *env)
{
    GlobalArray *a = ga_create(env->comm, "accumulate", env->n, env->n);
    double *ones = new_buffer(env->n * env->n);
    const Patch whole = {0, env->n, 0, env->n};
    const Patch inner = {1, env->n - 1, 1, env->n - 1};
    const double all_ranks = 0.5 * env->size * (env->size + 1);
    int errors = 0;

    for (long i = 0; i < env->n * env->n; i++) {
        ones[i] = 1.0;
    }
    ga_acc(a, whole, env->rank + 1.0, ones);
    ga_acc(a, inner, 1.0, ones);
    ga_sync(a);
    ga_get(a, whole, ones);
    for (long r = 0; r < env->n; r++) {
        for (long c = 0; c < env->n; c++) {
            const int edge = r == 0 || c == 0 || r == env->n - 1 || c == env->n - 1;

            errors += differ(env, "sum", ones[r * env->n + c], all_ranks + (edge ? 0.0 : env->size));
        }
    }
    ga_destroy(a);
    free(ones);
    return errors;
}

static int test_shift(const Env *env)
{
    GlobalArray *a = ga_create(env->comm, "shift", 2L * env->size, env->n);
    double *rows = new_buffer(2 * env->n);
    const int to = (env->rank + 1) % env->size;
    const int from = (env->rank + env->size - 1) % env->size;
    const Patch patch = {2L * to, 2L * to + 2, 0, env->n};
    double *strip;
    long first;
    long last;
    int errors = 0;

    for (long i = 0; i < 2 * env->n; i++) {
        rows[i] = element(env->rank, i);
    }
    ga_put(a, patch, rows);
#ifndef RACY
    ga_sync(a);
#endif
    strip = ga_access(a, &first, &last);
    for (long i = 0; i < (last - first) * env->n; i++) {
        errors += differ(env, "shifted element", strip[i], element(from, i)); //@ LOAD
    }
    ga_destroy(a);
    free(rows);
    return errors;
}

static int test_transpose(const Env *env)
{
    GlobalArray *a = ga_create(env->comm, "a", env->n, env->n);
    GlobalArray *t = ga_create(env->comm, "t", env->n, env->n);
    double *block;
    double *turned;
    double *strip;
    long first;
    long last;
    int errors = 0;

    set_elements(a);
    (void)ga_access(a, &first, &last);
    block = new_buffer((last - first + 1) * env->n);
    turned = new_buffer((last - first + 1) * env->n);
    if (last > first) {
        const Patch mine = {first, last, 0, env->n};
        const Patch there = {0, env->n, first, last};

        ga_get(a, mine, block);
        for (long r = first; r < last; r++) {
            for (long c = 0; c < env->n; c++) {
                turned[c * (last - first) + (r - first)] = block[(r - first) * env->n + c];
            }
        }
        ga_put(t, there, turned);
    }
    ga_sync(t);
    strip = ga_access(t, &first, &last);
    for (long r = first; r < last; r++) {
        for (long c = 0; c < env->n; c++) {
            errors += differ(env, "transposed element", strip[(r - first) * env->n + c], element(c, r));
        }
    }
    ga_destroy(t);
    ga_destroy(a);
    free(turned);
    free(block);
    return errors;
}

static int test_counter(const Env *env)
{
    GlobalArray *a = ga_create(env->comm, "counter", env->n, 4);
    const double mark[4] = {1.0, env->rank, 2.0, 3.0};
    double found[4];
    long task;
    long done = 0;
    int errors = 0;

    /* Rows are tasks that are drawn from the counter. */
    while ((task = ga_read_inc(a, 1)) < env->n) {
        const Patch patch = {task, task + 1, 0, 4};

        ga_put(a, patch, mark);
        done++;
    }
    ga_sync(a);
    for (long r = 0; r < env->n; r++) {
        const Patch patch = {r, r + 1, 0, 4};

        ga_get(a, patch, found);
        errors += differ(env, "mark", found[0], 1.0);
        done -= (int)found[1] == env->rank;
    }
    errors += differ(env, "rest of tasks", (double)done, 0.0);
    ga_reset_counter(a);
    errors += ga_read_inc(a, 1) >= env->size;
    ga_destroy(a);
    return errors;
}

static int test_multiply(const Env *env)
{
    GlobalArray *a = ga_create(env->comm, "a", env->n, env->n);
    GlobalArray *b = ga_create(env->comm, "b", env->n, env->n);
    GlobalArray *c = ga_create(env->comm, "c", env->n, env->n);
    double *left = new_buffer(env->n);
    double *right = new_buffer(env->n);
    double *product = new_buffer(env->n);
    double dot;
    long row;
    int errors = 0;

    ga_fill(a, 2.0);
    ga_fill(b, 3.0);
    while ((row = ga_read_inc(c, 1)) < env->n) {
        const Patch a_row = {row, row + 1, 0, env->n};

        ga_get(a, a_row, left);
        memset(product, 0, (size_t)env->n * sizeof *product);
        for (long k = 0; k < env->n; k++) {
            const Patch b_row = {k, k + 1, 0, env->n};

            ga_get(b, b_row, right);
            for (long j = 0; j < env->n; j++) {
                product[j] += left[k] * right[j];
            }
        }
        ga_acc(c, a_row, 1.0, product);
    }
    dot = ga_dot(c, c);
    errors += differ(env, "norm", dot, 36.0 * env->n * env->n * (double)(env->n * env->n));
    ga_destroy(c);
    ga_destroy(b);
    ga_destroy(a);
    free(product);
    free(right);
    free(left);
    return errors;
}

static int test_copy(const Env *env)
{
    GlobalArray *a = ga_create(env->comm, "a", env->n, env->n);
    GlobalArray *b = ga_create(env->comm, "b", env->n, env->n);
    int errors = 0;

    set_elements(a);
    ga_copy(a, b);
    errors += differ(env, "product", ga_dot(a, b), ga_dot(b, b));
    ga_fill(a, 0.0);
    errors += differ(env, "product with zero", ga_dot(a, b), 0.0);
    ga_destroy(b);
    ga_destroy(a);
    return errors;
}

static int test_gather(const Env *env)
{
    GlobalArray *a = ga_create(env->comm, "gather", env->n, env->n);
    double *all = env->rank == 0 ? new_buffer(env->n * env->n) : NULL;
    int errors = 0;

    set_elements(a);
    ga_gather(a, all, 0);
    if (env->rank == 0) {
        for (long r = 0; r < env->n; r++) {
            for (long c = 0; c < env->n; c++) {
                errors += differ(env, "gathered element", all[r * env->n + c], element(r, c));
            }
        }
    }
    ga_destroy(a);
    free(all);
    return errors;
}

static int test_stencil(const Env *env)
{
    GlobalArray *now = ga_create(env->comm, "now", env->n, env->n);
    GlobalArray *next = ga_create(env->comm, "next", env->n, env->n);
    double *halo = new_buffer(2 * env->n);
    long first;
    long last;
    int errors = 0;

    set_elements(now);
    for (int step = 0; step < 3; step++) {
        double *u = ga_access(now, &first, &last);
        double *v = ga_access(next, &first, &last);

        if (first > 0 && last > first) {
            const Patch above = {first - 1, first, 0, env->n};
            ga_get(now, above, halo);
        }
        if (last < env->n && last > first) {
            const Patch below = {last, last + 1, 0, env->n};
            ga_get(now, below, halo + env->n);
        }
        for (long r = first; r < last; r++) {
            const double *up = r > first ? u + (r - first - 1) * env->n : halo;
            const double *down = r + 1 < last ? u + (r - first + 1) * env->n : halo + env->n;

            for (long c = 0; c < env->n; c++) {
                const int edge = r == 0 || r == env->n - 1 || c == 0 || c == env->n - 1;
                const double *mid = u + (r - first) * env->n;

                v[(r - first) * env->n + c] = edge ? mid[c] : 0.25 * (up[c] + down[c] + mid[c - 1] + mid[c + 1]);
            }
        }
        ga_sync(next);
        GlobalArray *swap = now;
        now = next;
        next = swap;
    }
    /* A linear function does not change. */
    const double *u = ga_access(now, &first, &last);
    for (long r = first; r < last; r++) {
        for (long c = 0; c < env->n; c++) {
            errors += differ(env, "smoothed element", u[(r - first) * env->n + c], element(r, c));
        }
    }
    ga_destroy(next);
    ga_destroy(now);
    free(halo);
    return errors;
}

static const Test tests[] = {
    {"fill", "fill and get", test_fill},
    {"put_get", "rows by put and get", test_put_get},
    {"columns", "columns by put and get", test_columns},
    {"accumulate", "sums of all processes", test_accumulate},
    {"shift", "puts to the neighbour, own access", test_shift},
    {"transpose", "patches of columns", test_transpose},
    {"counter", "tasks from a counter", test_counter},
    {"multiply", "matrix product", test_multiply},
    {"copy", "copy and dot product", test_copy},
    {"gather", "gather to one process", test_gather},
    {"stencil", "two arrays in turn", test_stencil},
};

static int chosen(const Test *test, int argc, char **argv)
{
    int any = 0;

    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') {
            i += strcmp(argv[i], "-n") == 0;
            continue;
        }
        any = 1;
        if (strcmp(argv[i], test->name) == 0) {
            return 1;
        }
    }
    return !any;
}

int main(int argc, char **argv)
{
    Env env = {MPI_COMM_WORLD, 0, 1, 24, 0};
    int failed = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(env.comm, &env.rank);
    MPI_Comm_size(env.comm, &env.size);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-n") == 0 && i + 1 < argc) {
            env.n = atol(argv[++i]);
        } else if (strcmp(argv[i], "-v") == 0) {
            env.verbose = 1;
        }
    }
    GA_ASSERT(env.n >= 3 && env.n >= env.size);

    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        double start;
        int errors;

        if (!chosen(&tests[i], argc, argv)) {
            continue;
        }
        start = MPI_Wtime();
        errors = tests[i].run(&env);
        GA_MPI(MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, env.comm));
        if (env.rank == 0) {
            printf("%-10s %-36s %s %8.4f s\n", tests[i].name, tests[i].what, errors ? "FAILED" : "ok    ",
                   MPI_Wtime() - start);
        }
        failed += errors != 0;
    }
    if (env.rank == 0) {
        printf("%d tests failed\n", failed);
    }
    MPI_Finalize();
    return failed != 0;
}
