/*
 * The iterations of a worksharing loop flush one target each; then a barrier, then the targets read.
 *
 * The loop begins with 1, so that nobody flushes rank 0: its left neighbour's put may still be on its way.
 */
//@ expect: error RMA201 A B
//@ twin: flush_by_shared_loop.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *cell;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    #pragma omp parallel for
    for (int t = 1; t < size; t++)
        MPI_Win_flush(t, win);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", *cell); //@ B
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
