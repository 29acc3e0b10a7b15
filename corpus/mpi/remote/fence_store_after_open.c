/*
 * The owner gives its cell a first value; the left neighbour puts into it in the fence epoch.
 *
 * The store stands behind the opening fence, in the same epoch as the put from the left neighbour: a store
 * and a put to one location in one epoch are not ordered (MPI 4.1, 12.7; 12.5.1). Happens with 2 or more
 * processes.
 */
//@ expect: error RMA201 A B
//@ twin: fence_store_before_open.c
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
    x = rank + 10;

    MPI_Win_fence(0, win);
    mem[0] = 0; //@ B
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    MPI_Win_fence(0, win);
    printf("%d\n", mem[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
