/*
 * A request-based put, completed with MPI_Wait, then a barrier.
 *
 * MPI_Wait on the request means that the origin buffer is free; it says nothing of the target (MPI 4.1,
 * 12.3.5). The load behind the barrier races with the put. Happens with any number of processes.
 */
//@ expect: error RMA201 A B
//@ twin: rput_wait_flush_barrier.c
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
    int to = (rank + 1) % size;

    MPI_Win_lock_all(0, win);
    MPI_Rput(&x, 1, MPI_INT, to, 0, 1, MPI_INT, win, &req); //@ A
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0]); //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
