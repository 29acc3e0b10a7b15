/*
 * A variable-length array as origin buffer.
 *
 * The array belongs to the callee and dies when it returns (C17, 6.2.4); the put is completed by the
 * fence in the caller (MPI 4.1, 12.5.1).
 */
//@ expect: error RMA401 A E
//@ twin: vla_in_caller.c
#include <mpi.h>

static void spread(int n, int fill, int to, MPI_Win win)
{
    int row[n];
    for (int i = 0; i < n; i++)
        row[i] = fill;
    MPI_Put(row, n, MPI_INT, to, 0, n, MPI_INT, win); //@ A
} //@ E

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > 1000)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(size * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_fence(0, win);
    spread(size, rank, (rank + 1) % size, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
