#include "client.h"
#include "gas.h"
#include <mpi.h>
#include <stdlib.h>

void vector_make(struct vector *v) {
    v->parts = malloc((size_t)gas_size() * sizeof *v->parts);
    gas_malloc((void **)v->parts, (1 + BLOCK) * sizeof(double));
    v->own = v->parts[gas_rank()];
}

void vector_free(struct vector *v) {
    gas_sync();
    gas_free(v->own);
    free(v->parts);
    v->parts = NULL;
}

double vector_sum(const struct vector *v) {
    double own = 0, all = 0;
    for (int i = 1; i <= BLOCK; i++)
        own += v->own[i];
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}
