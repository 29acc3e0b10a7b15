#include "rod.h"

#include "check.h"

#include <math.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;

/* Cells of rank `rank`: the first ranks have one more when the cells do not divide evenly. */
static int piece(int cells, int size, int rank)
{
    return cells / size + (rank < cells % size ? 1 : 0);
}

static int piece_start(int cells, int size, int rank)
{
    int longer = cells % size;

    return rank * (cells / size) + (rank < longer ? rank : longer);
}

void rod_create(struct Rod *rod, int cells, MPI_Comm comm)
{
    MPI_Aint bytes;

    CHECK(MPI_Comm_dup(comm, &rod->comm));
    CHECK(MPI_Comm_rank(rod->comm, &rod->rank));
    CHECK(MPI_Comm_size(rod->comm, &rod->size));
    if (cells < rod->size)
        stop("fewer cells than ranks");
    rod->cells = cells;
    rod->own = piece(cells, rod->size, rod->rank);
    rod->first = piece_start(cells, rod->size, rod->rank);
    rod->left = rod->rank > 0 ? rod->rank - 1 : MPI_PROC_NULL;
    rod->right = rod->rank + 1 < rod->size ? rod->rank + 1 : MPI_PROC_NULL;
    rod->left_own = rod->rank > 0 ? piece(cells, rod->size, rod->rank - 1) : 0;

    rod->next = new_doubles((size_t)rod->own + 2);
    bytes = ((MPI_Aint)rod->own + 2) * (MPI_Aint)sizeof(double);
    CHECK(MPI_Win_allocate(bytes, (int)sizeof(double), MPI_INFO_NULL, rod->comm, &rod->u, &rod->win));
    rod_fill(rod);
    CHECK(MPI_Win_lock_all(0, rod->win));
    CHECK(MPI_Win_sync(rod->win));
    /* The neighbours put into the ghost cells only after the stores above. */
    CHECK(MPI_Barrier(rod->comm));
}

void rod_destroy(struct Rod *rod)
{
    CHECK(MPI_Win_unlock_all(rod->win));
    CHECK(MPI_Win_free(&rod->win));
    CHECK(MPI_Comm_free(&rod->comm));
    free(rod->next);
    rod->u = NULL;
    rod->next = NULL;
}

static double wave(const struct Rod *rod, int cell)
{
    return sin(PI * (cell + 1) / (rod->cells + 1));
}

void rod_fill(struct Rod *rod)
{
    rod->u[0] = 0.0;
    rod->u[rod->own + 1] = 0.0;
    for (int i = 1; i <= rod->own; i++)
        rod->u[i] = wave(rod, rod->first + i - 1);
}

double rod_error(const struct Rod *rod, double ratio, int steps)
{
    double half = sin(0.5 * PI / (rod->cells + 1)), largest = 0.0;
    double decay = pow(1.0 - 4.0 * ratio * half * half, steps);

    for (int i = 1; i <= rod->own; i++) {
        double difference = fabs(rod->u[i] - decay * wave(rod, rod->first + i - 1));

        if (difference > largest)
            largest = difference;
    }
    return largest;
}
