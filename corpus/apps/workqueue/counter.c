#include "counter.h"

#include "check.h"

enum { HOME = 0 };

void counter_create(struct Counter *counter, MPI_Comm comm, int64_t initial)
{
    int64_t *memory;
    int rank;

    MPI_DO(MPI_Comm_rank(comm, &rank));
    MPI_DO(MPI_Win_allocate(rank == HOME ? (MPI_Aint)sizeof *memory : 0, (int)sizeof *memory, MPI_INFO_NULL, comm,
                            &memory, &counter->window));
    if (rank == HOME)
        *memory = initial;
    MPI_DO(MPI_Win_lock_all(0, counter->window));
    MPI_DO(MPI_Win_sync(counter->window));
    MPI_DO(MPI_Barrier(comm));
}

void counter_destroy(struct Counter *counter)
{
    MPI_DO(MPI_Win_unlock_all(counter->window));
    MPI_DO(MPI_Win_free(&counter->window));
}

static int64_t fetch(const struct Counter *counter, int64_t increment, MPI_Op op)
{
    int64_t before = 0;

    MPI_DO(MPI_Fetch_and_op(&increment, &before, MPI_INT64_T, HOME, 0, op, counter->window));
    MPI_DO(MPI_Win_flush(HOME, counter->window));
    return before;
}

int64_t counter_add(const struct Counter *counter, int64_t increment)
{
    return fetch(counter, increment, MPI_SUM);
}

int64_t counter_read(const struct Counter *counter)
{
    return fetch(counter, 0, MPI_NO_OP);
}
