/*
 * A variable-length array as origin buffer.
 *
 * The array belongs to main, which calls the fence (MPI 4.1, 12.5.1) while the array lives; the helper
 * only issues the put.
 */
//@ expect: none
//@ twin: vla_in_callee.c
#include <mpi.h>

static void spread(int n, int *row, int fill, int to, MPI_Win win)
{
    for (int i = 0; i < n; i++)
        row[i] = fill;
    MPI_Put(row, n, MPI_INT, to, 0, n, MPI_INT, win);
}

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

    int row[size];
    MPI_Win_fence(0, win);
    spread(size, row, rank, (rank + 1) % size, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
