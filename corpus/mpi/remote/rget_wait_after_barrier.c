/*
 * A request-based get from the right neighbour; behind a barrier each owner changes its cell.
 *
 * The request is waited for behind the barrier: the neighbour may still read when the owner stores (MPI 4.1,
 * 12.3.5). Happens with any number of processes.
 */
//@ expect: error RMA202 A B
//@ twin: rget_wait_before_barrier.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Request req;
    int got, cell;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    cell = rank;
    MPI_Win_create(&cell, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    MPI_Rget(&got, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win, &req); //@ A
    MPI_Barrier(MPI_COMM_WORLD);
    cell = -1; //@ B
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    printf("%d\n", got);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
