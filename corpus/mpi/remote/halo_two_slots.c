/*
 * A row of processes without wrap-around; each writes into a halo of both neighbours in one fence epoch.
 *
 * The left halo is cell 0, the right one cell 1.
 */
//@ expect: none
//@ twin: halo_one_slot.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, mem[2] = {0, 0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(mem, 2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    x = rank + 100;

    MPI_Win_fence(0, win);
    if (rank + 1 < size)
        MPI_Put(&x, 1, MPI_INT, rank + 1, 0, 1, MPI_INT, win);
    if (rank > 0)
        MPI_Put(&x, 1, MPI_INT, rank - 1, 1, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    printf("%d\n", mem[0] - mem[1]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
