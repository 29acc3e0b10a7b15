/*
 * Conjugate gradients, or damped Jacobi, for the Poisson equation on a square; halo rows are fetched by MPI_Get.
 *
 * The grid of n x n unknowns is divided by rows, process r has rows n*r/p to n*(r+1)/p. The vector that the matrix is applied
 * to lies in a window. Before each product a process gets the last row of the one above and the first row of the one below.
 *
 * Race-free as compiled plainly: an iteration stores to the vector in the window, then comes a barrier, then the gets, which
 * MPI_Win_flush_all completes (MPI 4.1, 12.5.4), then the product. The reduction of the dot product behind it is an all-reduce,
 * which no process leaves before all have entered it, and with that all gets are over before the vector is changed. The halo rows
 * are results of gets and are read behind the flush. lock_all holds for the whole run.
 *
 * Under -DRACY the barrier is left out, as "the all-reduce of the last iteration synchronises anyway": the gets (A) can meet the
 * update of the vector at the neighbour (B), which stands behind that all-reduce. Happens with two or more processes.
 * The labels hold under -DRACY; compiled plainly the program is to be free of findings.
 */
//@ expect: error RMA202 A B
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ABOVE 0
#define BELOW 1

#define mpi(call)                                                                    \
    do {                                                                             \
        int mpi_code = MPI_##call;                                                   \
        if (mpi_code != MPI_SUCCESS) {                                               \
            fprintf(stderr, "%s:%d: MPI_%s: %d\n", __FILE__, __LINE__, #call, mpi_code); \
            MPI_Abort(MPI_COMM_WORLD, mpi_code);                                     \
        }                                                                            \
    } while (0)

typedef struct Halo {
    int rank;                /* of the neighbour, or MPI_PROC_NULL */
    MPI_Aint row;            /* displacement of its row */
    double *values;
} Halo;

typedef struct Problem {
    MPI_Comm comm;
    int rank, size;
    int n;                   /* unknowns in one direction */
    int first, rows;
    int length;              /* rows * n */
    double *x, *b, *r, *q;   /* solution, right-hand side, residual, product */
    double *p;               /* window memory: search direction, or the iterate of Jacobi */
    MPI_Win win;
    Halo halo[2];
    double halo_time;
} Problem;

typedef struct Settings {
    int n, iterations;
    double tolerance, damping;
    int jacobi, monitor;
} Settings;

static int lower(int n, int rank, int size)
{
    return (int)((long)n * rank / size);
}

static double *vector(int length)
{
    double *v = calloc(length > 0 ? length : 1, sizeof(double));

    if (v == NULL) {
        fprintf(stderr, "cannot allocate a vector of %d\n", length);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return v;
}

static void settings_from(Settings *s, int argc, char **argv)
{
    const char *value;
    int i;

    s->n = 100;
    s->iterations = 400;
    s->tolerance = 1e-8;
    s->damping = 0.9;
    s->jacobi = 0;
    s->monitor = 0;
    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--jacobi") == 0) {
            s->jacobi = 1;
            continue;
        }
        value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "-n") == 0)
            s->n = atoi(value);
        else if (strcmp(argv[i], "-i") == 0)
            s->iterations = atoi(value);
        else if (strcmp(argv[i], "-t") == 0)
            s->tolerance = atof(value);
        else if (strcmp(argv[i], "-d") == 0)
            s->damping = atof(value);
        else if (strcmp(argv[i], "-m") == 0)
            s->monitor = atoi(value);
        else {
            fprintf(stderr, "usage: %s [-n N] [-i ITERATIONS] [-t TOLERANCE] [-d DAMPING] [-m EVERY] [--jacobi]\n", argv[0]);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        i++;
    }
}

static void problem_open(Problem *pr, const Settings *s, MPI_Comm comm)
{
    Halo *above = &pr->halo[ABOVE], *below = &pr->halo[BELOW];
    int rows_above;

    pr->comm = comm;
    mpi(Comm_rank(comm, &pr->rank));
    mpi(Comm_size(comm, &pr->size));
    if (s->n < pr->size) {
        fprintf(stderr, "%d rows are too few for %d processes\n", s->n, pr->size);
        MPI_Abort(comm, 1);
    }
    pr->n = s->n;
    pr->first = lower(s->n, pr->rank, pr->size);
    pr->rows = lower(s->n, pr->rank + 1, pr->size) - pr->first;
    pr->length = pr->rows * pr->n;
    pr->x = vector(pr->length);
    pr->b = vector(pr->length);
    pr->r = vector(pr->length);
    pr->q = vector(pr->length);
    mpi(Win_allocate((MPI_Aint)pr->length * sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &pr->p, &pr->win));

    above->rank = pr->rank > 0 ? pr->rank - 1 : MPI_PROC_NULL;
    rows_above = pr->rank > 0 ? pr->first - lower(s->n, pr->rank - 1, pr->size) : 1;
    above->row = (MPI_Aint)(rows_above - 1) * pr->n;
    above->values = vector(pr->n);
    below->rank = pr->rank + 1 < pr->size ? pr->rank + 1 : MPI_PROC_NULL;
    below->row = 0;
    below->values = vector(pr->n);
    pr->halo_time = 0.0;
}

static void problem_close(Problem *pr)
{
    mpi(Win_free(&pr->win));
    free(pr->halo[ABOVE].values);
    free(pr->halo[BELOW].values);
    free(pr->q);
    free(pr->r);
    free(pr->b);
    free(pr->x);
}

/* The solution x (1 - x) y (1 - y) y, which the five-point matrix does not have as an eigenvector. */
static double solution(const Problem *pr, int row, int column)
{
    const double h = 1.0 / (pr->n + 1);
    const double x = h * (column + 1), y = h * (row + 1);

    return x * (1.0 - x) * y * y * (1.0 - y);
}

static double source(const Problem *pr, int row, int column)
{
    const double h = 1.0 / (pr->n + 1);
    const double x = h * (column + 1), y = h * (row + 1);

    return h * h * (2.0 * y * y * (1.0 - y) - x * (1.0 - x) * (2.0 - 6.0 * y));
}

static double dot(const Problem *pr, const double *a, const double *b)
{
    double mine = 0.0, all = 0.0;
    int i;

    for (i = 0; i < pr->length; i++)
        mine += a[i] * b[i];
    mpi(Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, pr->comm));
    return all;
}

static void axpy(int length, double alpha, const double *x, double *y)
{
    int i;

    for (i = 0; i < length; i++)
        y[i] += alpha * x[i];
}

/* p = r * alpha + p * beta, in the window */
static void update_window(Problem *pr, double alpha, const double *r, double beta)
{
    double *p = pr->p;
    int i;

    for (i = 0; i < pr->length; i++)
        p[i] = alpha * r[i] + beta * p[i]; //@ B
}

static void fetch_halo(Problem *pr)
{
    const double start = MPI_Wtime();
    int side;

#ifndef RACY
    mpi(Barrier(pr->comm));
#endif
    for (side = ABOVE; side <= BELOW; side++) {
        Halo *h = &pr->halo[side];

        mpi(Get(h->values, pr->n, MPI_DOUBLE, h->rank, h->row, pr->n, MPI_DOUBLE, pr->win)); //@ A
    }
    mpi(Win_flush_all(pr->win));
    pr->halo_time += MPI_Wtime() - start;
}

/* q = A p, the five-point matrix. The halo of the border processes is zero. */
static void multiply(Problem *pr)
{
    const int n = pr->n;
    int i, j;

    fetch_halo(pr);
    for (j = 0; j < pr->rows; j++) {
        const double *here = pr->p + (size_t)j * n;
        const double *up = j > 0 ? here - n : pr->halo[ABOVE].values;
        const double *down = j < pr->rows - 1 ? here + n : pr->halo[BELOW].values;
        double *out = pr->q + (size_t)j * n;

        for (i = 0; i < n; i++) {
            double sum = 4.0 * here[i] - up[i] - down[i];

            if (i > 0)
                sum -= here[i - 1];
            if (i < n - 1)
                sum -= here[i + 1];
            out[i] = sum;
        }
    }
}

static void set_problem(Problem *pr)
{
    int i, j;

    for (j = 0; j < pr->rows; j++)
        for (i = 0; i < pr->n; i++) {
            pr->b[j * pr->n + i] = source(pr, pr->first + j, i);
            pr->x[j * pr->n + i] = 0.0;
        }
    memcpy(pr->r, pr->b, pr->length * sizeof(double));
}

static void monitor(const Problem *pr, const Settings *s, int iteration, double residual)
{
    if (s->monitor > 0 && iteration % s->monitor == 0 && pr->rank == 0)
        printf("%6d  %.6e\n", iteration, residual);
}

static int conjugate_gradients(Problem *pr, const Settings *s, double *residual)
{
    double rr, rr_new, alpha;
    int k;

    memcpy(pr->p, pr->r, pr->length * sizeof(double));
    rr = dot(pr, pr->r, pr->r);
    for (k = 1; k <= s->iterations && sqrt(rr) > s->tolerance; k++) {
        multiply(pr);
        alpha = rr / dot(pr, pr->p, pr->q);
        axpy(pr->length, alpha, pr->p, pr->x);
        axpy(pr->length, -alpha, pr->q, pr->r);
        rr_new = dot(pr, pr->r, pr->r);
        update_window(pr, 1.0, pr->r, rr_new / rr);
        rr = rr_new;
        monitor(pr, s, k, sqrt(rr));
    }
    *residual = sqrt(rr);
    return k - 1;
}

static int jacobi(Problem *pr, const Settings *s, double *residual)
{
    double norm = 0.0;
    int k, i;

    memset(pr->p, 0, pr->length * sizeof(double));
    mpi(Barrier(pr->comm));
    for (k = 1; k <= s->iterations; k++) {
        multiply(pr);
        for (i = 0; i < pr->length; i++)
            pr->r[i] = pr->b[i] - pr->q[i];
        norm = sqrt(dot(pr, pr->r, pr->r));
        monitor(pr, s, k, norm);
        if (norm <= s->tolerance)
            break;
        update_window(pr, 0.25 * s->damping, pr->r, 1.0);
    }
    memcpy(pr->x, pr->p, pr->length * sizeof(double));
    *residual = norm;
    return k > s->iterations ? s->iterations : k;
}

static double error_of(const Problem *pr)
{
    double mine = 0.0, all = 0.0;
    int i, j;

    for (j = 0; j < pr->rows; j++)
        for (i = 0; i < pr->n; i++) {
            const double e = fabs(pr->x[j * pr->n + i] - solution(pr, pr->first + j, i));

            mine = fmax(mine, e);
        }
    mpi(Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, pr->comm));
    return all;
}

int main(int argc, char **argv)
{
    Settings settings;
    Problem problem;
    double start, seconds, residual, error, halo;
    int iterations, good;

    mpi(Init(&argc, &argv));
    settings_from(&settings, argc, argv);
    problem_open(&problem, &settings, MPI_COMM_WORLD);
    set_problem(&problem);

    mpi(Win_lock_all(MPI_MODE_NOCHECK, problem.win));
    start = MPI_Wtime();
    if (settings.jacobi)
        iterations = jacobi(&problem, &settings, &residual);
    else
        iterations = conjugate_gradients(&problem, &settings, &residual);
    seconds = MPI_Wtime() - start;
    mpi(Win_unlock_all(problem.win));

    error = error_of(&problem);
    mpi(Reduce(&problem.halo_time, &halo, 1, MPI_DOUBLE, MPI_MAX, 0, problem.comm));
    good = settings.jacobi || (residual <= settings.tolerance && error < 10.0 / ((double)settings.n * settings.n));
    if (problem.rank == 0) {
        printf("%s, %d x %d unknowns, %d processes\n", settings.jacobi ? "jacobi" : "conjugate gradients", settings.n, settings.n,
               problem.size);
        printf("%d iterations in %.4f s, %.4f s for the halo\n", iterations, seconds, halo);
        printf("residual %.3e, error %.3e, %s\n", residual, error, good ? "good" : "BAD");
    }
    problem_close(&problem);
    mpi(Finalize());
    return good ? 0 : 1;
}
