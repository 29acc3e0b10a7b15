#include "matrix.h"
#include "check.h"

void *xcalloc(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);

    if (memory == NULL) {
        fprintf(stderr, "out of memory: %zu elements of %zu bytes\n", count, size);
        MPI_Abort(MPI_COMM_WORLD, 1);
        exit(1);
    }
    return memory;
}

static unsigned next_random(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

void matrix_generate(struct Matrix *m, int rows_global, int links, unsigned seed, int rank, int size)
{
    unsigned state = seed + 7919u * (unsigned)rank;
    int entry = 0;

    m->rows_global = rows_global;
    m->block = (rows_global + size - 1) / size;
    m->first_row = rank * m->block < rows_global ? rank * m->block : rows_global;
    m->rows = m->first_row + m->block <= rows_global ? m->block : rows_global - m->first_row;
    m->row_start = xcalloc((size_t)m->rows + 1, sizeof *m->row_start);
    m->column = xcalloc((size_t)m->rows * (size_t)(links + 1), sizeof *m->column);
    m->value = xcalloc((size_t)m->rows * (size_t)(links + 1), sizeof *m->value);

    for (int i = 0; i < m->rows; i++) {
        m->row_start[i] = entry;
        m->column[entry] = m->first_row + i;
        m->value[entry++] = 2.0 * links + 1.0;
        for (int k = 0; k < links; k++) {
            m->column[entry] = (int)(next_random(&state) % (unsigned)rows_global);
            m->value[entry++] = -1.0;
        }
    }
    m->row_start[m->rows] = entry;
}

void matrix_apply(const struct Matrix *m, const double *x, double *y)
{
    for (int i = 0; i < m->rows; i++) {
        double sum = 0.0;
        for (int k = m->row_start[i]; k < m->row_start[i + 1]; k++)
            sum += m->value[k] * x[m->column[k]]; //@ LOAD
        y[i] = sum;
    }
}

void matrix_free(struct Matrix *m)
{
    free(m->value);
    free(m->column);
    free(m->row_start);
}
