/* The redistribution, correct version: all puts are complete before the barrier. */
#include "particles.h"

#include <string.h>

static void put_particles(struct Migration *migration)
{
    for (int step = 0; step < migration->size; step++) {
        int to = (migration->rank + step) % migration->size, count = migration->leaving[to];
        const struct Particle *from = migration->outgoing + migration->outgoing_start[to];
        MPI_Aint start = migration->remote_start[to];
        MPI_Datatype type = migration->particle;

        if (count > 0)
            CALL(MPI_Put(from, count, type, to, start, count, type, migration->win));
    }
}

void migration_run(struct Migration *migration, struct Swarm *swarm)
{
    int coming = migration_plan(migration, swarm);

    put_particles(migration);
    CALL(MPI_Win_flush_all(migration->win));
    CALL(MPI_Barrier(migration->comm));
    CALL(MPI_Win_sync(migration->win));
    /* The next puts follow the table exchange of the next plan, which this rank enters after the copy. */
    memcpy(swarm->particles, migration->inbox, (size_t)coming * sizeof *swarm->particles);
    swarm->count = coming;
}
