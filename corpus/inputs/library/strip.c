#include "strip.h"

#include <stdlib.h>

static int opened;

void strip_open(strip_t *strip, int count)
{
    strip->count = count;
    MPI_Win_allocate(count * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &strip->mine,
                     &strip->window);
    for (int i = 0; i < count; i++)
        strip->mine[i] = 0.0;
    MPI_Barrier(MPI_COMM_WORLD);
    opened++;
}

void strip_close(strip_t *strip)
{
    MPI_Win_free(&strip->window);
    opened--;
}

void strip_begin(strip_t *strip)
{
    MPI_Win_lock_all(0, strip->window);
}

void strip_end(strip_t *strip)
{
    MPI_Win_unlock_all(strip->window);
}
