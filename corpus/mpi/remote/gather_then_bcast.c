/*
 * A barrier made of a gather and a broadcast, both with root 0.
 *
 * Gather, then broadcast: each flush reaches rank 0, and from there all others (MPI 4.1, 6.4, 6.5).
 */
//@ expect: none
//@ twin: bcast_then_gather.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, go = 1, *mem, *in;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    in = malloc(size * sizeof(int));
    x = rank;

    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_flush((rank + 1) % size, win);
    MPI_Gather(&x, 1, MPI_INT, in, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&go, 1, MPI_INT, 0, MPI_COMM_WORLD);
    printf("%d\n", mem[0] + go);
    MPI_Win_unlock_all(win);
    free(in);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
