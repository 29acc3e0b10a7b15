/* The five-point average, racy version: the inner part takes the first and the last row, which need ghost points. */
#include "tile.h"

#include <math.h>

static double relax_block(struct Tile *tile, int row_from, int row_to, int col_from, int col_to)
{
    double largest = 0.0;

    for (int row = row_from; row <= row_to; row++)
        for (int col = col_from; col <= col_to; col++) {
            const double *here = &tile->field[at(tile, row, col)];
            double mean = 0.25 * (here[-tile->pitch] + here[-1] + here[1] + here[tile->pitch]); //@ LOAD

            tile->next[at(tile, row, col)] = mean;
            largest = fmax(largest, fabs(mean - *here));
        }
    return largest;
}

double relax_inner(struct Tile *tile)
{
    return relax_block(tile, 1, tile->rows, 2, tile->cols - 1);
}

double relax_rim(struct Tile *tile)
{
    int rows = tile->rows, cols = tile->cols;

    return fmax(relax_block(tile, 1, rows, 1, 1), relax_block(tile, 1, rows, cols, cols));
}
