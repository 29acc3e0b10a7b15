/*
 * OpenSHMEM with threads: each thread has a context of its own and puts the rows of a work-sharing loop with it into the matrix of the next
 * PE. Each step has a page of the matrix for itself. Then the primary thread meets the other PEs, and the rows that came are
 * added up in a second loop.
 *
 * shmem_put lets the row buffer be used again at its return (OpenSHMEM 1.5, 9.6), and each thread has its own. barrier_all completes the
 * operations of the default context only (9.9).
 *
 * Race-free: each thread quiets its context behind its rows (9.5, 9.11), before the barrier of the team and that of the PEs.
 */
//@ expect: none
//@ twin: shmem_contexts_rows_race.c
#include <shmem.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

struct matrix {
    int rows, columns, pages;
    double *cells; /* symmetric */
};

struct place {
    int me, pes, next;
};

static void fail(const char *why)
{
    fprintf(stderr, "%s\n", why);
    shmem_global_exit(1);
}

static size_t cell(const struct matrix *m, int page, int row)
{
    return ((size_t)page * m->rows + row) * m->columns;
}

static void matrix_create(struct matrix *m, int rows, int columns, int pages)
{
    m->rows = rows;
    m->columns = columns;
    m->pages = pages;
    m->cells = shmem_calloc((size_t)rows * columns * pages, sizeof(double));
    if (!m->cells)
        fail("no memory for the matrix");
}

static shmem_ctx_t context_create(void)
{
    shmem_ctx_t context;

    if (shmem_ctx_create(SHMEM_CTX_PRIVATE, &context) != 0)
        fail("no more contexts");
    return context;
}

static void compute_row(double *row, const struct matrix *m, int page, int number, int me)
{
    for (int j = 0; j < m->columns; j++)
        row[j] = me + 0.1 * page + 0.01 * number + 0.0001 * j;
}

static void send_row(shmem_ctx_t context, const struct matrix *m, int page, int number, const double *row, int target)
{
    shmem_ctx_double_put(context, m->cells + cell(m, page, number), row, (size_t)m->columns, target);
}

static double sum_row(const struct matrix *m, int page, int number)
{
    const double *row = m->cells + cell(m, page, number);
    double sum = 0.0;

    for (int j = 0; j < m->columns; j++)
        sum += row[j];
    return sum;
}

static double run(const struct matrix *m, const struct place *p)
{
    double total = 0.0;

    #pragma omp parallel
    {
        shmem_ctx_t context = context_create();
        double *row = malloc((size_t)m->columns * sizeof(double));

        if (!row)
            fail("no memory for a row");
        for (int page = 0; page < m->pages; page++) {
            #pragma omp for schedule(static) nowait
            for (int i = 0; i < m->rows; i++) {
                compute_row(row, m, page, i, p->me);
                send_row(context, m, page, i, row, p->next);
            }
            shmem_ctx_quiet(context);
            #pragma omp barrier
            #pragma omp master
            shmem_barrier_all();
            #pragma omp barrier
            #pragma omp for reduction(+ : total)
            for (int i = 0; i < m->rows; i++)
                total += sum_row(m, page, i);
        }
        free(row);
        shmem_ctx_destroy(context);
    }
    return total;
}

int main(int argc, char **argv)
{
    int provided;
    int rows = argc > 1 ? atoi(argv[1]) : 128;
    int columns = argc > 2 ? atoi(argv[2]) : 256;
    int pages = argc > 3 ? atoi(argv[3]) : 4;
    struct matrix matrix;
    struct place place;

    if (shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) != 0 || provided < SHMEM_THREAD_MULTIPLE)
        fail("this library has no threads");
    if (rows < 1 || rows > 10000 || columns < 1 || columns > 10000 || pages < 1 || pages > 16)
        fail("usage: rows [rows] [columns] [pages 1..16]");
    place.me = shmem_my_pe();
    place.pes = shmem_n_pes();
    place.next = (place.me + 1) % place.pes;
    matrix_create(&matrix, rows, columns, pages);

    double seconds = omp_get_wtime();
    double total = run(&matrix, &place);
    seconds = omp_get_wtime() - seconds;
    printf("PE %d: %g in %g s with %d threads\n", place.me, total, seconds, omp_get_max_threads());
    shmem_barrier_all();
    shmem_free(matrix.cells);
    shmem_finalize();
    return 0;
}
