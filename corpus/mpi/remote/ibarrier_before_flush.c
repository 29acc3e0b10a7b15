/*
 * A nonblocking barrier that is started around a flush and waited for before the load.
 *
 * MPI_Ibarrier stands before the flush: a process has entered the barrier with that call (MPI 4.1, 6.12.1),
 * so the neighbour may leave its wait while the put is still under way. Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: ibarrier_after_flush.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Request req;
    int x, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;

    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    MPI_Ibarrier(MPI_COMM_WORLD, &req);
    MPI_Win_flush_all(win);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    printf("%d\n", mem[0]); //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
