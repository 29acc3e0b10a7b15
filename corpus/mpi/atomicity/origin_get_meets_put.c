/*
 * Figure 4b of the paper on RMA-Analyzer: rank 1 gets a value of rank 0 straight into its own window, while
 * rank 0 puts into that window.
 *
 * The result of the get and the put land in the same cell of rank 1 (MPI 4.1, 12.7; Table 1 of that paper:
 * get at its origin, put at its target). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: origin_get_beside_put.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, x = 5, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = rank;
    mem[1] = -rank;

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, win); //@ A
    else if (rank == 1)
        MPI_Get(&mem[1], 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ B
    MPI_Win_fence(0, win);
    printf("%d: %d %d\n", rank, mem[0], mem[1]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
