/* A model with several fields on a ring of cells. Each field is a structure of its own with a window and its buffers, made
 * in a loop; all of them take part in the exchange of ghost cells, field by field, and then meet once.
 *
 * usage: field_list [fields [cells [steps]]]
 *
 * Race-free: each field's epoch is closed, which completes its puts at the neighbours (unlock_all, 12.5.3), before the
 * barrier that stands before the use of the ghosts. A second barrier follows the use.
 */
//@ expect: none
//@ twin: field_list_race.c
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

enum { GHOSTS = 2, MOST_FIELDS = 8 };

typedef struct field {
    char name[16];
    double speed;
    double *cells; /* window memory: ghosts, own cells, ghosts */
    double *next;
    MPI_Win win;
} field_t;

typedef struct {
    MPI_Comm comm;
    int rank, size, left, right;
    int count; /* of fields */
    int own;
    field_t *field[MOST_FIELDS];
} model_t;

static field_t *field_create(const model_t *m, int number)
{
    field_t *f = malloc(sizeof *f);
    const int all = m->own + 2 * GHOSTS;

    if (f == NULL)
        MPI_Abort(m->comm, 3);
    snprintf(f->name, sizeof f->name, "field %d", number);
    f->speed = 0.1 / (1.0 + number);
    f->next = malloc((size_t)all * sizeof(double));
    if (f->next == NULL)
        MPI_Abort(m->comm, 3);
    CHECK(MPI_Win_allocate(all * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, m->comm, &f->cells, &f->win));
    for (int i = 0; i < all; i++) {
        f->cells[i] = (double)((m->rank * m->own + i) % 17);
        f->next[i] = 0.0;
    }
    return f;
}

static void field_destroy(field_t *f)
{
    CHECK(MPI_Win_free(&f->win));
    free(f->next);
    free(f);
}

static void model_create(model_t *m, int fields, int own, MPI_Comm comm)
{
    m->comm = comm;
    CHECK(MPI_Comm_rank(comm, &m->rank));
    CHECK(MPI_Comm_size(comm, &m->size));
    m->left = (m->rank + m->size - 1) % m->size;
    m->right = (m->rank + 1) % m->size;
    m->count = fields;
    m->own = own;
    for (int i = 0; i < fields; i++)
        m->field[i] = field_create(m, i);
    CHECK(MPI_Barrier(comm));
}

static void model_destroy(model_t *m)
{
    for (int i = 0; i < m->count; i++)
        field_destroy(m->field[i]);
}

static void put_edge(const field_t *f, int from, int neighbour, int to)
{
    CHECK(MPI_Put(f->cells + from, GHOSTS, MPI_DOUBLE, neighbour, to, GHOSTS, MPI_DOUBLE, f->win));
}

static void start_exchange(const model_t *m, const field_t *f)
{
    CHECK(MPI_Win_lock_all(0, f->win));
    put_edge(f, GHOSTS, m->left, GHOSTS + m->own);
    put_edge(f, m->own, m->right, 0);
}

static void finish_exchange(const field_t *f)
{
    CHECK(MPI_Win_unlock_all(f->win));
}

/* The edges of a field travel while those of the next are sent. */
static void exchange(model_t *m)
{
    start_exchange(m, m->field[0]);
    for (int i = 1; i < m->count; i++) {
        start_exchange(m, m->field[i]);
        finish_exchange(m->field[i - 1]);
    }
    finish_exchange(m->field[m->count - 1]);
    CHECK(MPI_Barrier(m->comm));
}

static void advance(field_t *f, int own)
{
    const double *c = f->cells;

    for (int i = GHOSTS; i < GHOSTS + own; i++)
        f->next[i] = c[i] + f->speed * (c[i - 2] - 4.0 * c[i - 1] + 6.0 * c[i] - 4.0 * c[i + 1] + c[i + 2]);
}

static void accept(field_t *f, int own)
{
    for (int i = GHOSTS; i < GHOSTS + own; i++)
        f->cells[i] = 0.999 * f->next[i];
}

static void step(model_t *m)
{
    exchange(m);
    for (int i = 0; i < m->count; i++)
        advance(m->field[i], m->own);
    CHECK(MPI_Barrier(m->comm));
    for (int i = 0; i < m->count; i++)
        accept(m->field[i], m->own);
}

static double sum(const field_t *f, int own)
{
    double total = 0.0;

    for (int i = GHOSTS; i < GHOSTS + own; i++)
        total += f->cells[i];
    return total;
}

int main(int argc, char **argv)
{
    model_t model;
    int fields = argc > 1 ? atoi(argv[1]) : 3;
    int own = argc > 2 ? atoi(argv[2]) : 1000;
    int steps = argc > 3 ? atoi(argv[3]) : 20;
    double start;

    CHECK(MPI_Init(&argc, &argv));
    if (fields < 1 || fields > MOST_FIELDS || own < 2 * GHOSTS || own > 10000000 || steps < 1) {
        fprintf(stderr, "usage: field_list [1 to %d fields [cells [steps]]]\n", MOST_FIELDS);
        MPI_Finalize();
        return 2;
    }
    model_create(&model, fields, own, MPI_COMM_WORLD);
    start = MPI_Wtime();
    for (int k = 0; k < steps; k++)
        step(&model);
    start = MPI_Wtime() - start;
    for (int i = 0; i < model.count; i++) {
        double mine = sum(model.field[i], model.own), all = 0.0;

        CHECK(MPI_Reduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, 0, model.comm));
        if (model.rank == 0)
            printf("%s: %.6f\n", model.field[i]->name, all);
    }
    if (model.rank == 0)
        printf("%d steps in %.3f s\n", steps, start);
    model_destroy(&model);
    MPI_Finalize();
    return 0;
}
