/* Particles that have left the part of their process go to the process that owns the place where they are. */
#include "particles.h"
#include <stdlib.h>
#include <string.h>

void migrator_create(Migrator *migrator, const Domain *domain, int capacity)
{
    const size_t size = (size_t)domain->size;

    migrator->capacity = capacity;
    TRY(MPI_Type_contiguous((int)sizeof(Particle), MPI_BYTE, &migrator->type));
    TRY(MPI_Type_commit(&migrator->type));
    TRY(MPI_Win_allocate((MPI_Aint)capacity * (MPI_Aint)sizeof(Particle), sizeof(Particle), MPI_INFO_NULL,
                         domain->comm, &migrator->arrivals, &migrator->win));
    migrator->counts = calloc(size, sizeof(int));
    migrator->offsets = calloc(size, sizeof(int));
    migrator->starts = calloc(size + 1, sizeof(int));
    migrator->outgoing_capacity = capacity;
    migrator->outgoing = malloc((size_t)capacity * sizeof(Particle));
    REQUIRE(migrator->counts && migrator->offsets && migrator->starts && migrator->outgoing);
    TRY(MPI_Win_lock_all(0, migrator->win));
}

/* Sorts the particles that leave by destination, and closes the gaps among those that stay. */
static int pack(Migrator *migrator, const Domain *domain, ParticleList *list)
{
    int *owner = malloc((size_t)(list->count > 0 ? list->count : 1) * sizeof *owner);
    int *cursor = malloc((size_t)domain->size * sizeof *cursor);
    int kept = 0;

    REQUIRE(owner != NULL && cursor != NULL);
    memset(migrator->counts, 0, (size_t)domain->size * sizeof(int));
    for (int i = 0; i < list->count; i++) {
        owner[i] = domain_owner(domain, list->items[i].x);
        if (owner[i] != domain->rank) {
            migrator->counts[owner[i]]++;
        }
    }
    migrator->starts[0] = 0;
    for (int p = 0; p < domain->size; p++) {
        migrator->starts[p + 1] = migrator->starts[p] + migrator->counts[p];
        cursor[p] = migrator->starts[p];
    }
    REQUIRE(migrator->starts[domain->size] <= migrator->outgoing_capacity);
    for (int i = 0; i < list->count; i++) {
        if (owner[i] == domain->rank) {
            list->items[kept++] = list->items[i];
        } else {
            Particle *slot = &migrator->outgoing[cursor[owner[i]]++];

            *slot = list->items[i];
            slot->moves++;
        }
    }
    list->count = kept;
    free(cursor);
    free(owner);
    return migrator->starts[domain->size];
}

/* Where this process may write at each other one: behind what lower ranks send there. Returns how many come here. */
static int agree_on_places(Migrator *migrator, const Domain *domain)
{
    int incoming = 0;

    TRY(MPI_Exscan(migrator->counts, migrator->offsets, domain->size, MPI_INT, MPI_SUM, domain->comm));
    if (domain->rank == 0) {
        memset(migrator->offsets, 0, (size_t)domain->size * sizeof(int));
    }
    TRY(MPI_Reduce_scatter_block(migrator->counts, &incoming, 1, MPI_INT, MPI_SUM, domain->comm));
    REQUIRE(incoming <= migrator->capacity);
    return incoming;
}

static void send_all(Migrator *migrator, const Domain *domain)
{
    for (int step = 1; step < domain->size; step++) {
        const int to = (domain->rank + step) % domain->size;

        if (migrator->counts[to] > 0) {
            TRY(MPI_Put(&migrator->outgoing[migrator->starts[to]], migrator->counts[to], migrator->type, to, migrator->offsets[to], migrator->counts[to], migrator->type, migrator->win)); //@ PUT
        }
    }
    TRY(MPI_Win_flush_all(migrator->win));
}

static void unpack(const Migrator *migrator, int incoming, ParticleList *list)
{
    for (int i = 0; i < incoming; i++) {
        const Particle particle = migrator->arrivals[i]; //@ LOAD

        list_append(list, &particle);
    }
}

int migrator_run(Migrator *migrator, const Domain *domain, ParticleList *list)
{
    const int leaving = pack(migrator, domain, list);
    const int incoming = agree_on_places(migrator, domain);

    send_all(migrator, domain);
#ifndef RACY
    TRY(MPI_Barrier(domain->comm));
#endif
    TRY(MPI_Win_sync(migrator->win));
    unpack(migrator, incoming, list);
    return leaving;
}

void migrator_free(Migrator *migrator)
{
    TRY(MPI_Win_unlock_all(migrator->win));
    TRY(MPI_Win_free(&migrator->win));
    TRY(MPI_Type_free(&migrator->type));
    free(migrator->counts);
    free(migrator->offsets);
    free(migrator->starts);
    free(migrator->outgoing);
}
