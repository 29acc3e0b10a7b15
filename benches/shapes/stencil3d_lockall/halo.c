#include "stencil.h"

#include <stdio.h>
#include <stdlib.h>

#define TRY(call)                                                                   \
    do {                                                                            \
        if ((call) != MPI_SUCCESS) {                                                \
            fprintf(stderr, "%s, line %d: %s failed\n", __func__, __LINE__, #call); \
            MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);                                \
        }                                                                           \
    } while (0)

void die(const struct cube *c, const char *why)
{
    fprintf(stderr, "rank %d: %s\n", c->rank, why);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

void cube_create(struct cube *c, const int local[3])
{
    int periods[3] = {1, 1, 1};
    int d, f;

    TRY(MPI_Comm_size(MPI_COMM_WORLD, &c->size));
    for (d = 0; d < 3; d++)
        c->dims[d] = 0;
    TRY(MPI_Dims_create(c->size, 3, c->dims));
    TRY(MPI_Cart_create(MPI_COMM_WORLD, 3, c->dims, periods, 0, &c->comm));
    TRY(MPI_Comm_rank(c->comm, &c->rank));
    TRY(MPI_Cart_coords(c->comm, c->rank, 3, c->coords));
    c->cells = 1;
    for (d = 0; d < 3; d++) {
        TRY(MPI_Cart_shift(c->comm, d, 1, &c->peer[2 * d], &c->peer[2 * d + 1]));
        c->n[d] = local[d];
        c->global[d] = local[d] * c->dims[d];
        c->start[d] = local[d] * c->coords[d];
        c->cells *= local[d] + 2;
    }
    c->a = malloc(c->cells * sizeof(double));
    c->b = malloc(c->cells * sizeof(double));

    c->set = 0;
    for (f = 0; f < FACES; f++) {
        c->area[f] = local[0] * local[1] * local[2] / local[f / 2];
        c->box[f] = c->set;
        c->set += c->area[f];
    }
    c->packed = malloc(c->set * sizeof(double));
    if (c->a == NULL || c->b == NULL || c->packed == NULL)
        die(c, "out of memory");
    TRY(MPI_Win_allocate(2 * (MPI_Aint)c->set * sizeof(double), sizeof(double), MPI_INFO_NULL, c->comm, &c->boxes, &c->win));
}

void cube_free(struct cube *c)
{
    TRY(MPI_Win_free(&c->win));
    free(c->packed);
    free(c->a);
    free(c->b);
    TRY(MPI_Comm_free(&c->comm));
}

void halo_open(struct cube *c)
{
    TRY(MPI_Win_lock_all(MPI_MODE_NOCHECK, c->win));
    TRY(MPI_Barrier(c->comm));
}

void halo_close(struct cube *c)
{
    TRY(MPI_Win_unlock_all(c->win));
    TRY(MPI_Barrier(c->comm));
}

/* The position of a cell of a face; `layer` is the coordinate that all of them share. */
static size_t on_face(const struct cube *c, int dimension, int layer, int i, int j)
{
    switch (dimension) {
    case 0:
        return cell(c, layer, i + 1, j + 1);
    case 1:
        return cell(c, i + 1, layer, j + 1);
    default:
        return cell(c, i + 1, j + 1, layer);
    }
}

static void face_extent(const struct cube *c, int dimension, int *ni, int *nj)
{
    *ni = dimension == 0 ? c->n[1] : c->n[0];
    *nj = dimension == 2 ? c->n[1] : c->n[2];
}

static void pack_face(const struct cube *c, int face)
{
    const int dimension = face / 2;
    const int layer = face % 2 == 0 ? 1 : c->n[dimension];
    double *out = c->packed + c->box[face];
    int ni, nj, i, j;

    face_extent(c, dimension, &ni, &nj);
    for (j = 0; j < nj; j++)
        for (i = 0; i < ni; i++)
            *out++ = c->a[on_face(c, dimension, layer, i, j)];
}

static void unpack_face(struct cube *c, int face, int parity)
{
    const int dimension = face / 2;
    const int layer = face % 2 == 0 ? 0 : c->n[dimension] + 1;
    const double *in = c->boxes + parity * c->set + c->box[face];
    int ni, nj, i, j;

    face_extent(c, dimension, &ni, &nj);
    for (j = 0; j < nj; j++)
        for (i = 0; i < ni; i++)
            c->a[on_face(c, dimension, layer, i, j)] = in[j * ni + i]; //@ B
}

void halo_exchange(struct cube *c, int step)
{
    const int parity = step & 1;
    int face;

    for (face = 0; face < FACES; face++) {
        const int there = face ^ 1;

        pack_face(c, face);
        TRY(MPI_Put(c->packed + c->box[face], c->area[face], MPI_DOUBLE, c->peer[face], //@ A
                    parity * (MPI_Aint)c->set + c->box[there], c->area[face], MPI_DOUBLE, c->win));
    }
#ifdef RACY
    TRY(MPI_Win_flush_local_all(c->win));
#else
    TRY(MPI_Win_flush_all(c->win));
#endif
    TRY(MPI_Barrier(c->comm));
    for (face = 0; face < FACES; face++)
        unpack_face(c, face, parity);
}
