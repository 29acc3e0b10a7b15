/*
 * A function puts one cell of rank 1 and calls itself for the next ones; then rank 1 changes a cell.
 *
 * The store stands before the fence that completes the puts of the activations: nothing orders the two
 * (MPI 4.1, 12.7.3). From 2 processes on.
 */
//@ expect: error RMA201 A B
//@ twin: recursive_puts_then_fence.c
#include <mpi.h>

#define CELLS 8

static int value[CELLS];

static void put_down_from(int n, MPI_Win win)
{
    if (n == 0)
        return;
    MPI_Put(&value[n - 1], 1, MPI_INT, 1, n - 1, 1, MPI_INT, win); //@ A
    put_down_from(n - 1, win);
}

int main(int argc, char **argv)
{
    int rank, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(CELLS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        put_down_from(CELLS, win);
    if (rank == 1)
        mem[CELLS - 1] = 1; //@ B
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
