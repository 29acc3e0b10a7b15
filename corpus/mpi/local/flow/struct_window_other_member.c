/*
 * Two windows as members of a context structure that is passed by address.
 *
 * The put goes through ctx->data and the flush through ctx->control; a flush completes only operations
 * on its own window (MPI 4.1, 12.5.4), so the store meets a pending put.
 */
//@ expect: error RMA101 A B
//@ twin: struct_window_same_member.c
#include <mpi.h>

struct context {
    MPI_Win control;
    MPI_Win data;
    int rank, size;
};

static void step(struct context *ctx, double *edge)
{
    int next = (ctx->rank + 1) % ctx->size;

    MPI_Put(edge, 2, MPI_DOUBLE, next, 0, 2, MPI_DOUBLE, ctx->data); //@ A
    MPI_Win_flush(next, ctx->control);
    edge[1] = 0.75; //@ B
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
