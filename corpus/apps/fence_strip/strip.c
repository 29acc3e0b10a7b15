#include "strip.h"

#include <stdlib.h>

void strip_create(struct strip *s, int cells, MPI_Comm comm)
{
    int size;

    MPI_Comm_rank(comm, &s->rank);
    MPI_Comm_size(comm, &size);
    s->left = (s->rank + size - 1) % size;
    s->right = (s->rank + 1) % size;
    s->cells = cells;
    s->now = malloc((size_t)cells * sizeof *s->now);
    s->next = malloc((size_t)cells * sizeof *s->next);
    if (s->now == NULL || s->next == NULL)
        MPI_Abort(comm, 1);
    for (int i = 0; i < cells; i++)
        s->now[i] = s->rank == 0 && i == 0 ? 100.0 : 0.0;
    MPI_Win_allocate(ENDS * sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &s->ghost, &s->win);
    s->ghost[LOW] = s->ghost[HIGH] = 0.0;
    MPI_Win_fence(MPI_MODE_NOPRECEDE, s->win);
}

/* One step of diffusion. */
void strip_relax(struct strip *s)
{
    int last = s->cells - 1;
    double below = s->ghost[LOW]; //@ LOAD_LOW
    double above;

    for (int i = 0; i < last; i++) {
        s->next[i] = s->now[i] + 0.1 * (below - 2 * s->now[i] + s->now[i + 1]);
        below = s->now[i];
    }
    above = s->ghost[HIGH]; //@ LOAD_HIGH
    s->next[last] = s->now[last] + 0.1 * (below - 2 * s->now[last] + above);

    double *old = s->now;
    s->now = s->next;
    s->next = old;
}

void strip_free(struct strip *s)
{
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED, s->win);
    MPI_Win_free(&s->win);
    free(s->now);
    free(s->next);
}
