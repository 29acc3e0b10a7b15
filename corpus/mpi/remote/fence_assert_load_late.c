/*
 * One fence epoch with assertions: even ranks put into the odd rank above them.
 *
 * The fence with NOSUCCEED ends the epoch like any other; the odd rank loads behind it (MPI 4.1, 12.5.1,
 * 12.5.5).
 */
//@ expect: none
//@ twin: fence_assert_load_early.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;
    mem[0] = 0;

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank % 2 == 0 && rank + 1 < size)
        MPI_Put(&x, 1, MPI_INT, rank + 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOSTORE, win);
    if (rank % 2 == 1)
        printf("%d\n", mem[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
