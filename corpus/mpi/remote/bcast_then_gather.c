/*
 * A barrier made of a gather and a broadcast, both with root 0.
 *
 * The broadcast comes first: no path leads from the flush of rank 1 to the load of rank 2 (MPI 4.1, 6.1): 1
 * reaches 0 in the gather, and nothing leaves 0 after that. Happens with 3 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: gather_then_bcast.c
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
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    MPI_Win_flush((rank + 1) % size, win);
    MPI_Bcast(&go, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Gather(&x, 1, MPI_INT, in, 1, MPI_INT, 0, MPI_COMM_WORLD);
    printf("%d\n", mem[0] + go); //@ B
    MPI_Win_unlock_all(win);
    free(in);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
