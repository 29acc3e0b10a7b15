/*
 * The iterations of a worksharing loop flush one target each; then a barrier, then the targets read.
 *
 * Each iteration is executed exactly once, by some thread (OpenMP 5.2, 11.5), and the end of the region comes after all of them, so
 * every target has been flushed.
 */
//@ expect: none
//@ twin: flush_by_shared_loop_race.c
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
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    #pragma omp parallel for
    for (int t = 0; t < size; t++)
        MPI_Win_flush(t, win);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", *cell);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
