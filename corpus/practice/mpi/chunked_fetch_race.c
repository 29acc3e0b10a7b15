/* A matrix is kept in blocks of rows. Each process needs the block of its right neighbour and fetches it in chunks with
 * request-based gets. How many chunks there are depends on the size of a chunk, an option.
 *
 * usage: chunked_fetch [-r rows] [-c columns] [-k rows of a chunk] [-n steps]
 *
 * Race: the request of the shorter last chunk is filed but not counted before the wait. Run: two processes, 10 rows in chunks
 * of 4: three requests are started and two are waited for; rows 8 and 9 of the fetched block are summed while the
 * get still writes them. (The third request is completed by the flush at the end of the step.) Sizes are options: an error.
 */
//@ expect: error RMA102 TAIL SUM -- from 1 process; needs rows % chunk != 0
//@ twin: chunked_fetch_ok.c
#include <unistd.h>
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

typedef struct {
    int rows, columns, chunk, steps;
} options_t;

typedef struct {
    MPI_Win win;
    MPI_Comm comm;
    int rank, size;
    int rows, columns;
    double *own;     /* window memory, rows * columns */
    double *fetched; /* rows * columns */
    MPI_Request *requests;
    int count;
} blocks_t;

static int parse(int argc, char **argv, options_t *options)
{
    int letter;

    options->rows = 100;
    options->columns = 64;
    options->chunk = 16;
    options->steps = 5;
    while ((letter = getopt(argc, argv, "r:c:k:n:")) != -1) {
        switch (letter) {
        case 'r':
            options->rows = atoi(optarg);
            break;
        case 'c':
            options->columns = atoi(optarg);
            break;
        case 'k':
            options->chunk = atoi(optarg);
            break;
        case 'n':
            options->steps = atoi(optarg);
            break;
        default:
            return -1;
        }
    }
    if (options->rows < 1 || options->rows > 20000 || options->columns < 1 || options->columns > 20000)
        return -1;
    if (options->chunk < 1 || options->chunk > options->rows || options->steps < 1)
        return -1;
    return 0;
}

static void create(blocks_t *b, const options_t *options, MPI_Comm comm)
{
    const size_t cells = (size_t)options->rows * (size_t)options->columns;

    b->comm = comm;
    b->rows = options->rows;
    b->columns = options->columns;
    TRY(MPI_Comm_rank(comm, &b->rank));
    TRY(MPI_Comm_size(comm, &b->size));
    TRY(MPI_Win_allocate((MPI_Aint)(cells * sizeof(double)), sizeof(double), MPI_INFO_NULL, comm, &b->own, &b->win));
    b->fetched = malloc(cells * sizeof(double));
    b->requests = malloc((size_t)(options->rows / options->chunk + 1) * sizeof(MPI_Request));
    b->count = 0;
    if (b->fetched == NULL || b->requests == NULL)
        MPI_Abort(comm, 3);
    TRY(MPI_Win_lock_all(0, b->win));
}

static void destroy(blocks_t *b)
{
    TRY(MPI_Win_unlock_all(b->win));
    TRY(MPI_Win_free(&b->win));
    free(b->fetched);
    free(b->requests);
}

static void fill(blocks_t *b, int step)
{
    for (int i = 0; i < b->rows; i++)
        for (int j = 0; j < b->columns; j++)
            b->own[i * b->columns + j] = (double)(b->rank + step) + 0.001 * (double)(i + j);
}

/* Starts the fetch of all rows of `owner`; the requests are in b->requests. */
static void start_fetch(blocks_t *b, int owner, int chunk)
{
    const int cells = chunk * b->columns;
    int row = 0;

    b->count = 0;
    for (; row + chunk <= b->rows; row += chunk) {
        double *to = b->fetched + row * b->columns;

        TRY(MPI_Rget(to, cells, MPI_DOUBLE, owner, row * b->columns, cells, MPI_DOUBLE, b->win,
                     &b->requests[b->count]));
        b->count++;
    }
    if (row < b->rows) {
        double *to = b->fetched + row * b->columns;
        const int rest = (b->rows - row) * b->columns;

        TRY(MPI_Rget(to, rest, MPI_DOUBLE, owner, row * b->columns, rest, MPI_DOUBLE, b->win, &b->requests[b->count])); //@ TAIL
    }
}

static void finish_fetch(blocks_t *b)
{
    TRY(MPI_Waitall(b->count, b->requests, MPI_STATUSES_IGNORE));
}

static double sum_fetched(const blocks_t *b)
{
    double sum = 0.0;

    for (int i = 0; i < b->rows * b->columns; i++)
        sum += b->fetched[i]; //@ SUM
    return sum;
}

static double expected(const blocks_t *b, int owner, int step)
{
    double sum = 0.0;

    for (int i = 0; i < b->rows; i++)
        for (int j = 0; j < b->columns; j++)
            sum += (double)(owner + step) + 0.001 * (double)(i + j);
    return sum;
}

int main(int argc, char **argv)
{
    options_t options;
    blocks_t b;
    int wrong = 0, right;
    double start, slowest = 0.0;

    TRY(MPI_Init(&argc, &argv));
    if (parse(argc, argv, &options) != 0) {
        fprintf(stderr, "usage: %s [-r rows] [-c columns] [-k chunk] [-n steps]\n", argv[0]);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    create(&b, &options, MPI_COMM_WORLD);
    right = (b.rank + 1) % b.size;

    start = MPI_Wtime();
    for (int step = 0; step < options.steps; step++) {
        double got;

        fill(&b, step);
        TRY(MPI_Win_sync(b.win));
        TRY(MPI_Barrier(b.comm));
        start_fetch(&b, right, options.chunk);
        finish_fetch(&b);
        got = sum_fetched(&b);
        if (got != expected(&b, right, step))
            wrong++;
        TRY(MPI_Win_flush_all(b.win));
        TRY(MPI_Barrier(b.comm));
    }
    start = MPI_Wtime() - start;
    TRY(MPI_Reduce(&start, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, b.comm));
    TRY(MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, b.comm));
    if (b.rank == 0)
        printf("%d steps of %d x %d, %.3f s: %s\n", options.steps, b.rows, b.columns, slowest,
               wrong == 0 ? "passed" : "FAILED");
    destroy(&b);
    MPI_Finalize();
    return wrong != 0;
}
