/* Fetches the blocks of the other ranks one ahead of the computation, race-free version. */
#include "mpi_check.h"
#include "ring.h"

#include <string.h>

static void fetch(struct Bodies *b, int owner, struct Source *into, MPI_Request *request)
{
    int doubles = b->count * SOURCE_DOUBLES;

    TRY(MPI_Rget(into, doubles, MPI_DOUBLE, owner, 0, doubles, MPI_DOUBLE, b->window, request)); //@ RGET
}

void ring_forces(struct Bodies *b, int rank, int size)
{
    MPI_Request request = MPI_REQUEST_NULL;

    memset(b->force, 0, (size_t)b->count * 3 * sizeof(double));
    if (size > 1)
        fetch(b, (rank + 1) % size, b->fetched[1], &request);
    bodies_attract(b, b->source);

    for (int step = 1; step < size; step++) {
        struct Source *current = b->fetched[step % 2];
        struct Source *next = b->fetched[(step + 1) % 2];

        TRY(MPI_Wait(&request, MPI_STATUS_IGNORE));
        if (step + 1 < size)
            fetch(b, (rank + step + 1) % size, next, &request);
        bodies_attract(b, current);
    }
}
