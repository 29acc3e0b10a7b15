/* What the programs share. The number of cells is a flag of the build. */
#include "cells.h"

void send_cells(double *cells, int target, MPI_Win win)
{
    MPI_Put(cells, CELLS, MPI_DOUBLE, target, 0, CELLS, MPI_DOUBLE, win);
}

void fill_cells(double *cells, int value)
{
    for (int i = 0; i < CELLS; i++)
        cells[i] = value;
}
