/*
 * A put, a completion call, a barrier, the owner's load.
 *
 * MPI_Win_flush_local completes the put at the origin only (MPI 4.1, 12.5.4): behind the barrier it may
 * still change the target. Happens with any number of processes.
 */
//@ expect: error RMA201 A B
//@ twin: flush_of_target_then_barrier.c
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
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;
    mem[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    int to = (rank + 1) % size;
    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, to, 1, 1, MPI_INT, win); //@ A
    MPI_Win_flush_local(to, win);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0] + mem[1]); //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
