#include "gather.h"
#include "check.h"

static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int is_own(const struct Matrix *m, int column)
{
    return column >= m->first_row && column < m->first_row + m->rows;
}

static int position(const struct Gather *g, int column)
{
    const int *found = bsearch(&column, g->needed, (size_t)g->needed_count, sizeof *g->needed, by_value);
    return g->owned + (int)(found - g->needed);
}

static void collect_needed(struct Gather *g, const struct Matrix *m)
{
    int entries = m->row_start[m->rows], count = 0, unique = 0;

    g->needed = xcalloc((size_t)entries, sizeof *g->needed);
    for (int k = 0; k < entries; k++)
        if (!is_own(m, m->column[k]))
            g->needed[count++] = m->column[k];
    qsort(g->needed, (size_t)count, sizeof *g->needed, by_value);
    for (int k = 0; k < count; k++)
        if (unique == 0 || g->needed[unique - 1] != g->needed[k])
            g->needed[unique++] = g->needed[k];
    g->needed_count = unique;
}

/* One indexed type for each rank that owns needed entries. */
static void build_layouts(struct Gather *g, const struct Matrix *m, int size)
{
    int *displacement = xcalloc((size_t)g->needed_count, sizeof *displacement);
    int k = 0;

    g->owner = xcalloc((size_t)size, sizeof *g->owner);
    g->offset = xcalloc((size_t)size + 1, sizeof *g->offset);
    g->layout = xcalloc((size_t)size, sizeof *g->layout);
    g->neighbours = 0;
    while (k < g->needed_count) {
        int rank = g->needed[k] / m->block, first = k;
        while (k < g->needed_count && g->needed[k] / m->block == rank) {
            displacement[k] = g->needed[k] - rank * m->block;
            k++;
        }
        g->owner[g->neighbours] = rank;
        g->offset[g->neighbours] = first;
        MPI_CHECK(MPI_Type_create_indexed_block(k - first, 1, displacement + first, MPI_DOUBLE,
                                                &g->layout[g->neighbours]));
        MPI_CHECK(MPI_Type_commit(&g->layout[g->neighbours]));
        g->neighbours++;
        g->offset[g->neighbours] = k;
    }
    free(displacement);
}

void gather_create(struct Gather *g, struct Matrix *m, MPI_Comm comm)
{
    int size;

    MPI_CHECK(MPI_Comm_size(comm, &size));
    g->owned = m->rows;
    collect_needed(g, m);
    build_layouts(g, m, size);
    for (int k = 0; k < m->row_start[m->rows]; k++)
        m->column[k] = is_own(m, m->column[k]) ? m->column[k] - m->first_row : position(g, m->column[k]);

    g->x = xcalloc((size_t)(g->owned + g->needed_count), sizeof *g->x);
    MPI_CHECK(MPI_Win_create(g->x, (MPI_Aint)g->owned * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, comm,
                             &g->window));
}

void gather_start(struct Gather *g)
{
    MPI_CHECK(MPI_Win_fence(MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE, g->window));
    for (int n = 0; n < g->neighbours; n++) {
        int count = g->offset[n + 1] - g->offset[n];
        MPI_CHECK(MPI_Get(g->x + g->owned + g->offset[n], count, MPI_DOUBLE, g->owner[n], 0, 1, g->layout[n], //@ GET
                          g->window));
    }
}

void gather_finish(struct Gather *g)
{
    MPI_CHECK(MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED, g->window));
}

void gather_free(struct Gather *g)
{
    MPI_CHECK(MPI_Win_free(&g->window));
    for (int n = 0; n < g->neighbours; n++)
        MPI_CHECK(MPI_Type_free(&g->layout[n]));
    free(g->x);
    free(g->layout);
    free(g->offset);
    free(g->owner);
    free(g->needed);
}
