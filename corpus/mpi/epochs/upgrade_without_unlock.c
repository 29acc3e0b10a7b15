/*
 * A cell of the last rank is looked at under a shared lock; then the caller's own cell there is written under
 * an exclusive one.
 *
 * The shared lock is still held when the exclusive one is asked for: one target, two lock epochs at a time
 * (MPI 4.1, 12.5.3). Happens with any number of processes.
 */
//@ expect: error RMA508 A A
//@ twin: upgrade_with_unlock.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, last, now = 0, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    last = size - 1;
    MPI_Win_allocate((MPI_Aint)sizeof(int) * (size + 1), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock(MPI_LOCK_SHARED, last, 0, win);
    MPI_Get(&now, 1, MPI_INT, last, 0, 1, MPI_INT, win);
    MPI_Win_flush(last, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, last, 0, win); //@ A
    MPI_Put(&rank, 1, MPI_INT, last, 1 + rank, 1, MPI_INT, win);
    MPI_Win_unlock(last, win);
    printf("%d\n", now);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
