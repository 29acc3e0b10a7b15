#include "particles.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void die(const char *file, int line, const char *what, int code)
{
    fprintf(stderr, "%s:%d: %s failed (%d)\n", file, line, what, code);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

void domain_create(Domain *domain, const double box[3], MPI_Comm comm)
{
    const int periods[2] = {1, 1};

    domain->dims[0] = 0;
    domain->dims[1] = 0;
    TRY(MPI_Comm_size(comm, &domain->size));
    TRY(MPI_Dims_create(domain->size, 2, domain->dims));
    TRY(MPI_Cart_create(comm, 2, domain->dims, periods, 0, &domain->comm));
    TRY(MPI_Comm_rank(domain->comm, &domain->rank));
    TRY(MPI_Cart_coords(domain->comm, domain->rank, 2, domain->coords));
    for (int d = 0; d < 3; d++) {
        domain->box[d] = box[d];
    }
    for (int d = 0; d < 2; d++) {
        domain->low[d] = box[d] * domain->coords[d] / domain->dims[d];
        domain->high[d] = box[d] * (domain->coords[d] + 1) / domain->dims[d];
    }
}

int domain_owner(const Domain *domain, const double x[3])
{
    int coords[2];

    for (int d = 0; d < 2; d++) {
        coords[d] = (int)floor(x[d] / domain->box[d] * domain->dims[d]);
        if (coords[d] >= domain->dims[d]) {
            coords[d] = domain->dims[d] - 1;
        }
        if (coords[d] < 0) {
            coords[d] = 0;
        }
    }
    /* The order of ranks in a Cartesian communicator is row-major. */
    return coords[0] * domain->dims[1] + coords[1];
}

void domain_free(Domain *domain)
{
    TRY(MPI_Comm_free(&domain->comm));
}

void list_append(ParticleList *list, const Particle *particle)
{
    if (list->count == list->capacity) {
        const int capacity = list->capacity > 0 ? 2 * list->capacity : 256;
        Particle *items = realloc(list->items, (size_t)capacity * sizeof *items);

        REQUIRE(items != NULL);
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = *particle;
}
