/*
 * Rank 0 adds to an array of rank 1 and reads it in the same epoch.
 *
 * It reads by MPI_Get_accumulate with MPI_NO_OP, which is ordered behind the accumulate (MPI 4.1, 12.7.2).
 */
//@ expect: none
//@ twin: accumulate_then_get.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    int add[4] = {1, 2, 3, 4}, now[4] = {0}, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = i;

    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Accumulate(add, 4, MPI_INT, 1, 0, 4, MPI_INT, MPI_SUM, win);
        MPI_Get_accumulate(NULL, 0, MPI_INT, now, 4, MPI_INT, 1, 0, 4, MPI_INT, MPI_NO_OP, win);
    }
    MPI_Win_fence(0, win);
    printf("%d %d\n", now[0], now[3]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
