/*
 * A row of processes without wrap-around; each writes into a halo of both neighbours in one fence epoch.
 *
 * Both puts use displacement 0: the cell of a process with two neighbours is written by the left and by the
 * right one (MPI 4.1, 12.7). Happens with 3 or more processes.
 */
//@ expect: error RMA203 A B
//@ twin: halo_two_slots.c
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
        MPI_Put(&x, 1, MPI_INT, rank + 1, 0, 1, MPI_INT, win); //@ A
    if (rank > 0)
        MPI_Put(&x, 1, MPI_INT, rank - 1, 0, 1, MPI_INT, win); //@ B
    MPI_Win_fence(0, win);
    printf("%d\n", mem[0] - mem[1]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
