#include "block.h"
#include "check.h"

#include <math.h>
#include <string.h>

/* A layer one point thick: `inner` or `ghost` at the given face. */
static void make_layer(const struct Block *b, int face, int ghost, MPI_Datatype *type)
{
    int size[DIMS], part[DIMS], start[DIMS];
    int dim = face / 2, upper = face % 2;

    for (int d = 0; d < DIMS; d++) {
        size[d] = b->n[d] + 2;
        part[d] = b->n[d];
        start[d] = 1;
    }
    part[dim] = 1;
    if (ghost)
        start[dim] = upper ? b->n[dim] + 1 : 0;
    else
        start[dim] = upper ? b->n[dim] : 1;
    CHECK(MPI_Type_create_subarray(DIMS, size, part, start, MPI_ORDER_C, MPI_DOUBLE, type));
    CHECK(MPI_Type_commit(type));
}

static void find_neighbours(struct Block *b)
{
    int ranks[FACES], count = 0;
    MPI_Group all;

    for (int d = 0; d < DIMS; d++)
        CHECK(MPI_Cart_shift(b->cart, d, 1, &b->neighbour[2 * d], &b->neighbour[2 * d + 1]));
    for (int face = 0; face < FACES; face++)
        if (b->neighbour[face] != MPI_PROC_NULL)
            ranks[count++] = b->neighbour[face];
    CHECK(MPI_Comm_group(b->cart, &all));
    CHECK(MPI_Group_incl(all, count, ranks, &b->neighbours));
    CHECK(MPI_Group_free(&all));
}

void block_create(struct Block *b, const int n[DIMS], MPI_Comm comm)
{
    int size, dims[DIMS] = { 0, 0, 0 }, periods[DIMS] = { 0, 0, 0 };
    MPI_Aint bytes;

    memcpy(b->n, n, sizeof b->n);
    CHECK(MPI_Comm_size(comm, &size));
    CHECK(MPI_Dims_create(size, DIMS, dims));
    CHECK(MPI_Cart_create(comm, DIMS, dims, periods, 1, &b->cart));
    find_neighbours(b);

    bytes = (MPI_Aint)(n[0] + 2) * (n[1] + 2) * (n[2] + 2) * (MPI_Aint)sizeof(double);
    for (int w = 0; w < 2; w++) {
        CHECK(MPI_Win_allocate(bytes, sizeof(double), MPI_INFO_NULL, b->cart, &b->field[w], &b->window[w]));
        memset(b->field[w], 0, (size_t)bytes);
    }
    for (int face = 0; face < FACES; face++) {
        make_layer(b, face, 0, &b->inner[face]);
        make_layer(b, face, 1, &b->ghost[face]);
    }
    /* No neighbour puts before every rank has cleared its fields. */
    CHECK(MPI_Barrier(b->cart));
}

void block_fill(struct Block *b, int which)
{
    int rank;

    CHECK(MPI_Comm_rank(b->cart, &rank));
    for (int i = 1; i <= b->n[0]; i++)
        for (int j = 1; j <= b->n[1]; j++)
            for (int k = 1; k <= b->n[2]; k++)
                b->field[which][at(b, i, j, k)] = sin(0.1 * i + rank) * cos(0.2 * j) * cos(0.3 * k);
}

void block_free(struct Block *b)
{
    for (int face = 0; face < FACES; face++) {
        CHECK(MPI_Type_free(&b->inner[face]));
        CHECK(MPI_Type_free(&b->ghost[face]));
    }
    CHECK(MPI_Group_free(&b->neighbours));
    for (int w = 0; w < 2; w++)
        CHECK(MPI_Win_free(&b->window[w]));
    CHECK(MPI_Comm_free(&b->cart));
}
