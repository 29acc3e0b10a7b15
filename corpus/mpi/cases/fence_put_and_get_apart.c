/*
 * Figure 4.5: under fences, rank 0 puts into rank 1 and rank 2 gets from rank 1.
 *
 * They touch different cells of rank 1: only overlapping accesses conflict (MPI 4.1, 12.7).
 */
//@ expect: none
//@ twin: fence_put_and_get_of_two.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, *x;
    int out = 42, in = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &x, &win);
    x[0] = x[1] = -rank;

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank == 0)
        MPI_Put(&out, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    if (rank == 2)
        MPI_Get(&in, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    printf("%d: %d %d\n", rank, x[0], in);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
