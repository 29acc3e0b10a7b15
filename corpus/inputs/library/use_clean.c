/* The values are scaled before they are put, and the sum is taken of what has arrived. */
#include "strip.h"

#include <stdlib.h>

void strip_put(strip_t *strip, int to, double *values)
{
    values[0] *= 0.5;
    MPI_Put(values, strip->count, MPI_DOUBLE, to, 0, strip->count, MPI_DOUBLE, strip->window);
    MPI_Win_flush(to, strip->window);
}

double strip_sum(strip_t *strip, int from)
{
    double sum = 0.0, part[8];

    MPI_Get(part, 8, MPI_DOUBLE, from, 0, 8, MPI_DOUBLE, strip->window);
    MPI_Win_flush(from, strip->window);
    for (int i = 0; i < 8; i++)
        sum += part[i];
    return sum;
}
