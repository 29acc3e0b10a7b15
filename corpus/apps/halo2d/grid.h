/* One rank's tile of the temperature field: rows 1..rows, columns 1..cols, and a ring of halo cells around. */
#ifndef HALO2D_GRID_H
#define HALO2D_GRID_H

#include <stddef.h>

struct Grid {
    int rows, cols;           /* own points, without the halo */
    int first_row, first_col; /* global index of own point (1, 1), counted from 1 */
    int stride;               /* doubles from one row to the next: cols + 2 */
    double spacing;           /* distance between neighbouring points */
    double *current;          /* (rows + 2) * stride values of this time step, row-major */
    double *next;             /* the same for the next time step */
};

/* The block of `points` that part `index` of `parts` owns: its length, and its first point counted from 1. */
int block_length(int points, int parts, int index);
int block_first(int points, int parts, int index);

/* Allocates a tile and sets the initial field sin(pi x) sin(pi y). */
void grid_create(struct Grid *grid, int points, const int dims[2], const int coords[2]);
void grid_destroy(struct Grid *grid);

static inline size_t grid_index(const struct Grid *grid, int row, int col)
{
    return (size_t)row * (size_t)grid->stride + (size_t)col;
}

/* Copies own column `col` into `packed` (grid->rows values), and `packed` into column `col`. */
void grid_pack_column(const struct Grid *grid, int col, double *packed);
void grid_unpack_column(struct Grid *grid, int col, const double *packed);

/* Copies `values` (grid->cols values) into row `row`. */
void grid_unpack_row(struct Grid *grid, int row, const double *values);

/* One explicit step for the points that need no halo; returns the largest change of a point. */
double grid_step_interior(struct Grid *grid, double diffusion);

/* The same for the outermost own points, whose stencil reads the halo. */
double grid_step_border(struct Grid *grid, double diffusion);

/* Makes the next field the current one. */
void grid_swap(struct Grid *grid);

/* Largest difference from the exact discrete solution after `steps` steps. */
double grid_error(const struct Grid *grid, double diffusion, int steps);

/* Writes own points as text to "<prefix>.<rank>.txt". */
void grid_write(const struct Grid *grid, const char *prefix, int rank);

#endif
