// Code outside the input: what it gives and what it may call. Lines marked KEEP may touch window memory.
#include <mpi.h>
#include <stdlib.h>

double *lend_memory(void);
void call_for_each(void (*visit)(double *, int), double *cells, int count);
void fill_pointer(double **where);

static void visit(double *cell, int n)
{
    cell[n] = 1.0; //@ KEEP called by code that is not read
}

static void helper(double *cell)
{
    *cell += 1.0; //@ KEEP called by a function that code outside may call with anything
}

static void sum_up(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++)
        ((double *)inout)[i] += ((double *)in)[i]; //@ KEEP called by the MPI library
    helper(inout);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double *base;
    MPI_Win win;
    MPI_Op op;
    MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Op_create(sum_up, 1, &op);
    double *scratch = calloc(64, sizeof(double));
    double *pointer = scratch;
    MPI_Win_fence(0, win);
    lend_memory()[1] = 1.0; //@ KEEP whatever it lends
    fill_pointer(&pointer);
    pointer[2] = 1.0; //@ KEEP filled in by code that is not read
    call_for_each(visit, base, 3);
    helper(scratch);
    double total[4] = {0};
    MPI_Allreduce(scratch, total, 4, MPI_DOUBLE, op, MPI_COMM_WORLD);
    double value = 1.0;
    MPI_Put(&value, 1, MPI_DOUBLE, 0, 1, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    MPI_Op_free(&op);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
