/*
 * Figure 2.11 of the thesis: ranks 0 and 2 add to one location of rank 1.
 *
 * Both use MPI_INT (MPI 4.1, 12.7.1).
 */
//@ expect: none
//@ twin: short_and_int.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, target = 1, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 0;

    MPI_Win_fence(0, win);
    if (rank == 0) {
        int value = 1;
        MPI_Accumulate(&value, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_fence(0, win);
    } else if (rank == 2) {
        int value = 2;
        MPI_Accumulate(&value, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_fence(0, win);
    } else {
        MPI_Win_fence(0, win);
        printf("%d\n", mem[0]);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
