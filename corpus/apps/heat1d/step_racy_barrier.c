/* One step, racy version: nothing keeps the next puts of the neighbours away from the ghost cells that are read. */
#include "check.h"
#include "rod.h"

#include <string.h>

/* Nothing happens at the ends of the rod, where the neighbour is MPI_PROC_NULL. */
static void put_edges(struct Rod *rod)
{
    CHECK(MPI_Put(&rod->u[1], 1, MPI_DOUBLE, rod->left, rod->left_own + 1, 1, MPI_DOUBLE, rod->win)); //@ LEFT
    CHECK(MPI_Put(&rod->u[rod->own], 1, MPI_DOUBLE, rod->right, 0, 1, MPI_DOUBLE, rod->win)); //@ RIGHT
}

static void relax(struct Rod *rod, double ratio)
{
    const double *u = rod->u;

    for (int i = 1; i <= rod->own; i++)
        rod->next[i] = u[i] + ratio * (u[i - 1] - 2.0 * u[i] + u[i + 1]); //@ RELAX
    memcpy(rod->u + 1, rod->next + 1, (size_t)rod->own * sizeof *rod->u);
}

void rod_step(struct Rod *rod, double ratio)
{
    put_edges(rod);
    CHECK(MPI_Win_flush_all(rod->win));
    CHECK(MPI_Barrier(rod->comm));
    CHECK(MPI_Win_sync(rod->win));
    relax(rod, ratio);
}
