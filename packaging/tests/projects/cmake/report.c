#include "cells.h"
#include <stdio.h>

void report_cells(const double *cells, int rank)
{
    printf("%d: %f\n", rank, cells[0]);
}
