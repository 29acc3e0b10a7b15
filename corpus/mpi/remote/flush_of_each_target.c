/*
 * A put to the right, a loop over all targets that completes it, a barrier, a load by the target.
 *
 * One of the flushes is for the target of the put (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: flush_local_of_each_target.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, value, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    value = rank;

    MPI_Win_lock_all(0, win);
    MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    for (int t = 0; t < size; t++)
        MPI_Win_flush(t, win);
    value = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0]);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
