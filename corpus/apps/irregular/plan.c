/* Who sends how many particles where: counts, prefix sums, and two exchanges of tables. */
#include "particles.h"

#include <stdlib.h>
#include <string.h>

void migration_create(struct Migration *migration, int capacity, MPI_Comm comm)
{
    MPI_Aint bytes = (MPI_Aint)capacity * (MPI_Aint)sizeof(struct Particle);
    size_t ranks;

    migration->comm = comm;
    migration->capacity = capacity;
    CALL(MPI_Comm_rank(comm, &migration->rank));
    CALL(MPI_Comm_size(comm, &migration->size));
    ranks = (size_t)migration->size;
    migration->outgoing = obtain((size_t)capacity, sizeof *migration->outgoing);
    migration->leaving = obtain(ranks, sizeof(int));
    migration->outgoing_start = obtain(ranks, sizeof(int));
    migration->remote_start = obtain(ranks, sizeof(int));
    migration->arriving = obtain(ranks, sizeof(int));
    migration->inbox_start = obtain(ranks, sizeof(int));

    CALL(MPI_Type_contiguous(3, MPI_DOUBLE, &migration->particle));
    CALL(MPI_Type_commit(&migration->particle));
    CALL(MPI_Win_allocate(bytes, (int)sizeof(struct Particle), MPI_INFO_NULL, comm, &migration->inbox,
                          &migration->win));
    CALL(MPI_Win_lock_all(0, migration->win));
}

void migration_destroy(struct Migration *migration)
{
    CALL(MPI_Win_unlock_all(migration->win));
    CALL(MPI_Win_free(&migration->win));
    CALL(MPI_Type_free(&migration->particle));
    free(migration->inbox_start);
    free(migration->arriving);
    free(migration->remote_start);
    free(migration->outgoing_start);
    free(migration->leaving);
    free(migration->outgoing);
}

/* Exclusive prefix sums; returns the sum of all. */
static int prefix_sums(const int *counts, int *starts, int ranks)
{
    int sum = 0;

    for (int i = 0; i < ranks; i++) {
        starts[i] = sum;
        sum += counts[i];
    }
    return sum;
}

static void sort_by_owner(struct Migration *migration, const struct Swarm *swarm)
{
    int *next = obtain((size_t)migration->size, sizeof *next);

    memcpy(next, migration->outgoing_start, (size_t)migration->size * sizeof *next);
    for (int i = 0; i < swarm->count; i++) {
        int owner = owner_of(swarm->particles[i].where, migration->size);

        migration->outgoing[next[owner]++] = swarm->particles[i];
    }
    free(next);
}

int migration_plan(struct Migration *migration, const struct Swarm *swarm)
{
    int coming;

    memset(migration->leaving, 0, (size_t)migration->size * sizeof(int));
    for (int i = 0; i < swarm->count; i++)
        migration->leaving[owner_of(swarm->particles[i].where, migration->size)]++;
    prefix_sums(migration->leaving, migration->outgoing_start, migration->size);
    sort_by_owner(migration, swarm);

    CALL(MPI_Alltoall(migration->leaving, 1, MPI_INT, migration->arriving, 1, MPI_INT, migration->comm));
    coming = prefix_sums(migration->arriving, migration->inbox_start, migration->size);
    if (coming > migration->capacity)
        quit("more particles come than there is room for", coming);
    /* Tell every sender where its particles begin. */
    CALL(MPI_Alltoall(migration->inbox_start, 1, MPI_INT, migration->remote_start, 1, MPI_INT, migration->comm));
    return coming;
}
