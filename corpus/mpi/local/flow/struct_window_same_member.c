/*
 * Two windows as members of a context structure that is passed by address.
 *
 * Put and flush go through ctx->data (MPI 4.1, 12.5.4); the store follows the completion.
 */
//@ expect: none
//@ twin: struct_window_other_member.c
#include <mpi.h>

struct context {
    MPI_Win control;
    MPI_Win data;
    int rank, size;
};

static void step(struct context *ctx, double *edge)
{
    int next = (ctx->rank + 1) % ctx->size;

    MPI_Put(edge, 2, MPI_DOUBLE, next, 0, 2, MPI_DOUBLE, ctx->data);
    MPI_Win_flush(next, ctx->data);
    edge[1] = 0.75;
}

int main(int argc, char **argv)
{
    struct context c;
    double edge[2] = {0.25, 0.5}, *d;
    int *k;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &c.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &c.size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &k, &c.control);
    MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &d, &c.data);
    MPI_Win_lock_all(0, c.control);
    MPI_Win_lock_all(0, c.data);
    step(&c, edge);
    MPI_Win_unlock_all(c.data);
    MPI_Win_unlock_all(c.control);

    MPI_Win_free(&c.data);
    MPI_Win_free(&c.control);
    MPI_Finalize();
    return 0;
}
