/*
 * Rank 0 sets the left halo cell itself as a boundary value; all others get it from their left neighbour.
 *
 * The last rank has rank 0 as its right neighbour and puts into the same cell in the same epoch (MPI 4.1,
 * 12.7). Happens with any number of processes.
 */
//@ expect: error RMA201 A B
//@ twin: boundary_with_proc_null.c
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
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;
    int right = rank + 1 < size ? rank + 1 : 0;

    MPI_Win_fence(0, win);
    MPI_Put(&x, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ A
    if (rank == 0)
        mem[0] = -1; //@ B
    MPI_Win_fence(0, win);
    printf("%d\n", mem[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
