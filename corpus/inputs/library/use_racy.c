/* Whoever calls them: strip_put changes the values while the put may still read them, if the strip is not empty and the process is
   none of MPI_PROC_NULL; strip_sum reads what the get may still write (MPI 4.1, 12.3). The arguments are unknown, so both are
   warnings. */
#include "strip.h"

#include <stdlib.h>

void strip_put(strip_t *strip, int to, double *values)
{
    MPI_Put(values, strip->count, MPI_DOUBLE, to, 0, strip->count, MPI_DOUBLE, strip->window); //@ PUT
    values[0] *= 0.5; //@ SCALE
    MPI_Win_flush(to, strip->window);
}

double strip_sum(strip_t *strip, int from)
{
    double sum = 0.0, part[8];

    MPI_Get(part, 8, MPI_DOUBLE, from, 0, 8, MPI_DOUBLE, strip->window); //@ GET
    for (int i = 0; i < 8; i++)
        sum += part[i]; //@ ADD
    MPI_Win_flush(from, strip->window);
    return sum;
}
