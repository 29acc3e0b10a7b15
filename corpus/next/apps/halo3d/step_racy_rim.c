/* Time step with overlapped ghost exchange, racy version: the rim is updated in place, before the puts are complete. */
#include "check.h"
#include "step.h"
#include "stencil.h"

static void put_faces(struct Block *b, int now)
{
    for (int face = 0; face < FACES; face++) {
        int opposite = face ^ 1;

        if (b->neighbour[face] == MPI_PROC_NULL)
            continue;
        CHECK(MPI_Put(b->field[now], 1, b->inner[face], b->neighbour[face], 0, 1, b->ghost[opposite], //@ PUT
                      b->window[now]));
    }
}

void step(struct Block *b, int now)
{
    int next = 1 - now;

    CHECK(MPI_Win_post(b->neighbours, 0, b->window[now]));
    CHECK(MPI_Win_start(b->neighbours, 0, b->window[now]));
    put_faces(b, now);
    stencil_inner(b, b->field[now], b->field[next]);
    stencil_rim(b, b->field[now], b->field[now]);
    CHECK(MPI_Win_complete(b->window[now]));
    CHECK(MPI_Win_wait(b->window[now]));
}
