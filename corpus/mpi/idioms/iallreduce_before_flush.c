/*
 * A nonblocking allreduce serves as the barrier between the puts and the loads.
 *
 * It is started before the flush: the others may leave it while the puts are on their way (MPI 4.1, 6.12,
 * 12.5.4). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: iallreduce_after_flush.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, right, done = 1, all = 0, *cell;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);

    MPI_Win_lock_all(0, win);
    MPI_Put(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ A
    MPI_Iallreduce(&done, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Win_flush(right, win);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("%d: %d of %d\n", rank, cell[0], all); //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
