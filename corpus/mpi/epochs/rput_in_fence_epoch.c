/*
 * A put to the right neighbour under fences.
 *
 * MPI_Rput is for passive target epochs only (MPI 4.1, 12.3.5). Happens with any number of processes.
 */
//@ expect: error RMA507 A A
//@ twin: put_in_fence_epoch.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, x, *mem;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    x = rank;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_fence(0, win);
    MPI_Rput(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win, &request); //@ A
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_fence(0, win);
    x += mem[0];
    printf("%d\n", x);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
