#include "grid.h"

#include "util.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

int block_length(int points, int parts, int index)
{
    return points / parts + (index < points % parts ? 1 : 0);
}

int block_first(int points, int parts, int index)
{
    int remainder = points % parts;

    return 1 + index * (points / parts) + (index < remainder ? index : remainder);
}

/* Value of the initial field at an own point. The field is an eigenvector of the discrete Laplacian. */
static double initial_value(const struct Grid *grid, int row, int col)
{
    double x = (grid->first_row + row - 1) * grid->spacing;
    double y = (grid->first_col + col - 1) * grid->spacing;

    return sin(PI * x) * sin(PI * y);
}

void grid_create(struct Grid *grid, int points, const int dims[2], const int coords[2])
{
    size_t cells;

    grid->rows = block_length(points, dims[0], coords[0]);
    grid->cols = block_length(points, dims[1], coords[1]);
    grid->first_row = block_first(points, dims[0], coords[0]);
    grid->first_col = block_first(points, dims[1], coords[1]);
    grid->stride = grid->cols + 2;
    grid->spacing = 1.0 / (points + 1);

    /* The halo starts at zero, the boundary value, and stays so where a rank has no neighbour. */
    cells = (size_t)(grid->rows + 2) * (size_t)grid->stride;
    grid->current = xcalloc_doubles(cells);
    grid->next = xcalloc_doubles(cells);
    for (int row = 1; row <= grid->rows; row++)
        for (int col = 1; col <= grid->cols; col++)
            grid->current[grid_index(grid, row, col)] = initial_value(grid, row, col);
}

void grid_destroy(struct Grid *grid)
{
    free(grid->current);
    free(grid->next);
    grid->current = NULL;
    grid->next = NULL;
}

void grid_pack_column(const struct Grid *grid, int col, double *packed)
{
    for (int row = 1; row <= grid->rows; row++)
        packed[row - 1] = grid->current[grid_index(grid, row, col)]; //@ PACK
}

void grid_unpack_column(struct Grid *grid, int col, const double *packed)
{
    for (int row = 1; row <= grid->rows; row++)
        grid->current[grid_index(grid, row, col)] = packed[row - 1];
}

void grid_unpack_row(struct Grid *grid, int row, const double *values)
{
    memcpy(&grid->current[grid_index(grid, row, 1)], values, (size_t)grid->cols * sizeof *values);
}

/* Steps the points of rows row0..row1 and columns col0..col1, bounds included. */
static double step_block(struct Grid *grid, double diffusion, int row0, int row1, int col0, int col1)
{
    const double *u = grid->current;
    double *v = grid->next;
    size_t stride = (size_t)grid->stride;
    double largest = 0.0;

    for (int row = row0; row <= row1; row++) {
        for (int col = col0; col <= col1; col++) {
            size_t at = grid_index(grid, row, col);
            double change = diffusion * (u[at - stride] + u[at + stride] + u[at - 1] + u[at + 1] - 4.0 * u[at]);

            v[at] = u[at] + change;
            if (fabs(change) > largest)
                largest = fabs(change);
        }
    }
    return largest;
}

double grid_step_interior(struct Grid *grid, double diffusion)
{
    return step_block(grid, diffusion, 2, grid->rows - 1, 2, grid->cols - 1);
}

double grid_step_border(struct Grid *grid, double diffusion)
{
    int rows = grid->rows, cols = grid->cols;
    double largest = step_block(grid, diffusion, 1, 1, 1, cols);

    if (rows > 1)
        largest = fmax(largest, step_block(grid, diffusion, rows, rows, 1, cols));
    largest = fmax(largest, step_block(grid, diffusion, 2, rows - 1, 1, 1));
    if (cols > 1)
        largest = fmax(largest, step_block(grid, diffusion, 2, rows - 1, cols, cols));
    return largest;
}

void grid_swap(struct Grid *grid)
{
    double *old = grid->current;

    grid->current = grid->next;
    grid->next = old;
}

double grid_error(const struct Grid *grid, double diffusion, int steps)
{
    double decay = pow(1.0 - 4.0 * diffusion * (1.0 - cos(PI * grid->spacing)), steps);
    double largest = 0.0;

    for (int row = 1; row <= grid->rows; row++) {
        for (int col = 1; col <= grid->cols; col++) {
            double exact = decay * initial_value(grid, row, col);

            largest = fmax(largest, fabs(grid->current[grid_index(grid, row, col)] - exact));
        }
    }
    return largest;
}

void grid_write(const struct Grid *grid, const char *prefix, int rank)
{
    char path[512];
    FILE *file;
    int length = snprintf(path, sizeof path, "%s.%d.txt", prefix, rank);

    if (length < 0 || (size_t)length >= sizeof path)
        die("output prefix is too long");
    file = fopen(path, "w");
    if (file == NULL)
        die("cannot write %s", path);
    fprintf(file, "# rows %d.. cols %d..\n", grid->first_row, grid->first_col);
    for (int row = 1; row <= grid->rows; row++) {
        for (int col = 1; col <= grid->cols; col++)
            fprintf(file, "%s%.12g", col > 1 ? " " : "", grid->current[grid_index(grid, row, col)]);
        fputc('\n', file);
    }
    if (fclose(file) != 0)
        die("cannot write %s", path);
}
