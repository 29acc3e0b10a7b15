#ifndef MULTIPLY_H
#define MULTIPLY_H

#include "tile.h"

/* c = a b for the own tile at (row, col); `work` has room for four tiles. */
void multiply(const struct Tiles *a, const struct Tiles *b, double *c, double *work, int row, int col);

#endif
