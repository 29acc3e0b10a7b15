/*
 * A function puts the cell with the number of a global counter, counts down and calls itself; then rank 1 changes the
 * first cell that was put.
 *
 * The store stands before the fence that completes the puts: nothing orders the two (MPI 4.1, 12.7.3). From 2 processes on.
 */
//@ expect: error RMA201 A B
//@ twin: recursion_counts_down_fence.c
#include <mpi.h>

#define CELLS 8

static MPI_Win win;
static int left = CELLS - 1;
static int values[CELLS];

static void put_rest(void)
{
    if (left == 0)
        return;
    MPI_Put(&values[left], 1, MPI_INT, 1, left, 1, MPI_INT, win); //@ A
    left--;
    put_rest();
}

int main(int argc, char **argv)
{
    int rank, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(CELLS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        put_rest();
    if (rank == 1)
        mem[CELLS - 1] = 1; //@ B
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
