/* The five-point average, correct version: the points that need ghost points are left to relax_rim. */
#include "tile.h"

#include <math.h>

static double relax_block(struct Tile *tile, int row_from, int row_to, int col_from, int col_to)
{
    double largest = 0.0;

    for (int row = row_from; row <= row_to; row++)
        for (int col = col_from; col <= col_to; col++) {
            const double *here = &tile->field[at(tile, row, col)];
            double mean = 0.25 * (here[-tile->pitch] + here[-1] + here[1] + here[tile->pitch]);

            tile->next[at(tile, row, col)] = mean;
            largest = fmax(largest, fabs(mean - *here));
        }
    return largest;
}

double relax_inner(struct Tile *tile)
{
    return relax_block(tile, 2, tile->rows - 1, 2, tile->cols - 1);
}

double relax_rim(struct Tile *tile)
{
    int rows = tile->rows, cols = tile->cols;
    double across = fmax(relax_block(tile, 1, 1, 1, cols), relax_block(tile, rows, rows, 1, cols));
    double down = fmax(relax_block(tile, 1, rows, 1, 1), relax_block(tile, 1, rows, cols, cols));

    return fmax(across, down);
}
