/* C = A * B for a tall A. Every process has rows of A and C; B is spread over the processes in panels, panel p at process
 * p % size. Panels are fetched ahead with request-based gets into three buffers that take turns.
 *
 * usage: panel_pipeline [order of B [panels [rows of A and C here]]]
 *
 * Race: the fetch of the panel three further on is started before the multiplication, as early as possible, but goes into
 * the buffer that is in use. Run: one process or more, four panels: the get of panel 3 writes buffer 0 (8 * depth * order bytes)
 * while panel 0 is multiplied from it. Everything is known: an error.
 */
//@ expect: error RMA102 FETCH MULTIPLY -- from 1 process, with four panels
//@ twin: panel_pipeline_ok.c
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

enum { AHEAD = 3 };

struct panel_buffer {
    double *values;
    MPI_Request request;
};

struct product {
    MPI_Comm comm;
    int rank, size;
    int order;  /* rows and columns of B */
    int panels;
    int depth;  /* rows of a panel */
    int rows;   /* of A and C here */
    double *a, *c;
    double *own; /* window memory: own panels of B */
    struct panel_buffer buffer[AHEAD];
    MPI_Win win;
};

static double *new_matrix(int rows, int columns)
{
    double *matrix = calloc((size_t)rows * (size_t)columns, sizeof(double));

    if (matrix == NULL) {
        fprintf(stderr, "out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    return matrix;
}

static double b_value(int i, int j)
{
    return (double)((i * 3 + j * 5) % 7);
}

static void product_create(struct product *p, int order, int panels, int rows, MPI_Comm comm)
{
    int own;

    p->comm = comm;
    TRY(MPI_Comm_rank(comm, &p->rank));
    TRY(MPI_Comm_size(comm, &p->size));
    p->order = order;
    p->panels = panels;
    p->depth = order / panels;
    p->rows = rows;
    p->a = new_matrix(rows, order);
    p->c = new_matrix(rows, order);
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < order; k++)
            p->a[(size_t)i * order + k] = (double)((p->rank + i + k) % 5);
    for (int i = 0; i < AHEAD; i++) {
        p->buffer[i].values = new_matrix(p->depth, order);
        p->buffer[i].request = MPI_REQUEST_NULL;
    }

    own = (panels - p->rank + p->size - 1) / p->size;
    TRY(MPI_Win_allocate((MPI_Aint)own * p->depth * order * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, comm,
                         &p->own, &p->win));
    for (int k = 0; k < own; k++) {
        const int first = (p->rank + k * p->size) * p->depth;

        for (int i = 0; i < p->depth; i++)
            for (int j = 0; j < order; j++)
                p->own[((size_t)k * p->depth + i) * order + j] = b_value(first + i, j);
    }
    TRY(MPI_Win_lock_all(0, p->win));
    TRY(MPI_Win_sync(p->win));
    TRY(MPI_Barrier(comm));
}

static void product_destroy(struct product *p)
{
    TRY(MPI_Win_unlock_all(p->win));
    TRY(MPI_Win_free(&p->win));
    for (int i = 0; i < AHEAD; i++)
        free(p->buffer[i].values);
    free(p->a);
    free(p->c);
}

static void start_panel(struct product *p, int panel)
{
    struct panel_buffer *to = &p->buffer[panel % AHEAD];
    const int count = p->depth * p->order;

    TRY(MPI_Rget(to->values, count, MPI_DOUBLE, panel % p->size, (MPI_Aint)(panel / p->size) * count, count, MPI_DOUBLE, p->win, &to->request)); //@ FETCH
}

static void multiply_panel(struct product *p, int panel)
{
    const double *b = p->buffer[panel % AHEAD].values;

    for (int i = 0; i < p->rows; i++)
        for (int k = 0; k < p->depth; k++) {
            const double a = p->a[(size_t)i * p->order + panel * p->depth + k];

            for (int j = 0; j < p->order; j++)
                p->c[(size_t)i * p->order + j] += a * b[(size_t)k * p->order + j]; //@ MULTIPLY
        }
}

static void multiply(struct product *p)
{
    for (int panel = 0; panel < AHEAD && panel < p->panels; panel++)
        start_panel(p, panel);
    for (int panel = 0; panel < p->panels; panel++) {
        TRY(MPI_Wait(&p->buffer[panel % AHEAD].request, MPI_STATUS_IGNORE));
        if (panel + AHEAD < p->panels)
            start_panel(p, panel + AHEAD);
        multiply_panel(p, panel);
    }
}

static int wrong_entries(const struct product *p)
{
    int wrong = 0;

    for (int i = 0; i < p->rows; i++)
        for (int j = 0; j < p->order; j++) {
            double sum = 0.0;

            for (int k = 0; k < p->panels * p->depth; k++)
                sum += (double)((p->rank + i + k) % 5) * b_value(k, j);
            wrong += sum != p->c[(size_t)i * p->order + j];
        }
    return wrong;
}

int main(int argc, char **argv)
{
    struct product p;
    int order = argc > 1 ? atoi(argv[1]) : 240;
    int panels = argc > 2 ? atoi(argv[2]) : 12;
    int rows = argc > 3 ? atoi(argv[3]) : 40;
    int wrong, all = 0;
    double start, slowest = 0.0;

    TRY(MPI_Init(&argc, &argv));
    if (order < 1 || order > 8192 || panels < 1 || panels > order || rows < 1 || rows > 8192) {
        fprintf(stderr, "usage: panel_pipeline [order [panels <= order [rows]]]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    product_create(&p, order, panels, rows, MPI_COMM_WORLD);
    start = MPI_Wtime();
    multiply(&p);
    start = MPI_Wtime() - start;
    wrong = wrong_entries(&p);
    TRY(MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, p.comm));
    TRY(MPI_Reduce(&start, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, p.comm));
    if (p.rank == 0)
        printf("order %d in %d panels, %.4f s, %d entries wrong\n", order, panels, slowest, all);
    product_destroy(&p);
    MPI_Finalize();
    return 0;
}
