/* Exchange of the outer cells without the fence in front of the puts. */
#include "strip.h"

void exchange(struct strip *s)
{
    s->edge[LOW] = s->now[0];
    s->edge[HIGH] = s->now[s->cells - 1];

    MPI_Put(&s->edge[LOW], 1, MPI_DOUBLE, s->left, HIGH, 1, MPI_DOUBLE, s->win); //@ PUT_HIGH
    MPI_Put(&s->edge[HIGH], 1, MPI_DOUBLE, s->right, LOW, 1, MPI_DOUBLE, s->win); //@ PUT_LOW
    MPI_Win_fence(MPI_MODE_NOSTORE, s->win);
}
