#include "levels.h"

#include <stdio.h>
#include <stdlib.h>

static double *vector(int n)
{
    double *v = calloc((size_t)n + 2, sizeof *v);

    if (v == NULL) {
        fprintf(stderr, "no memory for %d points\n", n);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return v;
}

void hierarchy_create(struct Hierarchy *h, int finest, MPI_Comm comm)
{
    int rank, size, n = finest;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    h->comm = comm;
    h->left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    h->right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    h->levels = 0;
    while (n >= 2 && h->levels < MAX_LEVELS) {
        int l = h->levels++;

        h->n[l] = n;
        h->jump[l] = 0.0;
        h->u[l] = vector(n);
        h->f[l] = vector(n);
        h->r[l] = vector(n);
        MPI_Win_create(h->u[l], (MPI_Aint)(n + 2) * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, comm,
                       &h->window[l]);
        MPI_Win_lock_all(MPI_MODE_NOCHECK, h->window[l]);
        n /= 2;
    }
}

void hierarchy_free(struct Hierarchy *h)
{
    for (int l = 0; l < h->levels; l++) {
        MPI_Win_unlock_all(h->window[l]);
        MPI_Win_free(&h->window[l]);
        free(h->u[l]);
        free(h->f[l]);
        free(h->r[l]);
    }
}
