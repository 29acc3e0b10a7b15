/*
 * A lock_all epoch of puts that are flushed; then the window is freed.
 *
 * The puts are complete, but the epoch is still open (MPI 4.1, 12.2.5, 12.5.3). Happens with any number of
 * processes.
 */
//@ expect: error RMA403 A B
//@ twin: free_after_unlock_all.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(MPI_MODE_NOCHECK, win); //@ A
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0]);
    MPI_Win_free(&win); //@ B

    MPI_Finalize();
    return 0;
}
