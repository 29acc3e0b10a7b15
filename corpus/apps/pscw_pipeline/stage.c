#include "stage.h"

#include "util.h"

#include <stdlib.h>

static MPI_Group group_of(MPI_Comm comm, int rank)
{
    MPI_Group all, one;

    MPI_TRY(MPI_Comm_group(comm, &all));
    MPI_TRY(MPI_Group_incl(all, 1, &rank, &one));
    MPI_TRY(MPI_Group_free(&all));
    return one;
}

int stage_is_first(const struct Stage *stage)
{
    return stage->rank == 0;
}

int stage_is_last(const struct Stage *stage)
{
    return stage->rank == stage->size - 1;
}

void stage_create(struct Stage *stage, int length, MPI_Comm comm)
{
    MPI_Info info;

    MPI_TRY(MPI_Comm_rank(comm, &stage->rank));
    MPI_TRY(MPI_Comm_size(comm, &stage->size));
    stage->length = length;
    stage->waited = 0.0;
    stage->block = util_alloc((size_t)length, sizeof *stage->block);

    MPI_TRY(MPI_Info_create(&info));
    MPI_TRY(MPI_Info_set(info, "no_locks", "true"));
    MPI_TRY(MPI_Win_allocate((MPI_Aint)length * (MPI_Aint)sizeof(double), (int)sizeof(double), info, comm,
                             &stage->inbox, &stage->win));
    MPI_TRY(MPI_Info_free(&info));
    for (int i = 0; i < length; i++)
        stage->inbox[i] = -1.0;

    stage->before = stage_is_first(stage) ? MPI_GROUP_NULL : group_of(comm, stage->rank - 1);
    stage->behind = stage_is_last(stage) ? MPI_GROUP_NULL : group_of(comm, stage->rank + 1);
}

void stage_destroy(struct Stage *stage)
{
    if (!stage_is_first(stage))
        MPI_TRY(MPI_Group_free(&stage->before));
    if (!stage_is_last(stage))
        MPI_TRY(MPI_Group_free(&stage->behind));
    MPI_TRY(MPI_Win_free(&stage->win));
    free(stage->block);
    stage->block = NULL;
    stage->inbox = NULL;
}

/* Opens the inbox for one block of the stage before. */
void stage_expose(struct Stage *stage)
{
    if (!stage_is_first(stage))
        MPI_TRY(MPI_Win_post(stage->before, 0, stage->win));
}

/* Returns when the block has arrived. */
void stage_close(struct Stage *stage)
{
    double start = MPI_Wtime();

    if (!stage_is_first(stage))
        MPI_TRY(MPI_Win_wait(stage->win));
    stage->waited += MPI_Wtime() - start;
}

/* Hands stage->block on; it may be changed again on return. */
void stage_send(struct Stage *stage)
{
    int length = stage->length;
    double start = MPI_Wtime();

    if (stage_is_last(stage))
        return;
    MPI_TRY(MPI_Win_start(stage->behind, 0, stage->win));
    MPI_TRY(MPI_Put(stage->block, length, MPI_DOUBLE, stage->rank + 1, 0, length, MPI_DOUBLE, stage->win)); //@ PUT
    MPI_TRY(MPI_Win_complete(stage->win));
    stage->waited += MPI_Wtime() - start;
}
