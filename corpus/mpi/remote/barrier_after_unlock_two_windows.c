/*
 * Rank 0 puts under a lock; a call on a second window is meant to tell rank 1 that the data are there.
 *
 * A barrier stands in its place: the unlock completed the put at the target (MPI 4.1, 12.5.3) and the
 * barrier orders it before the load (6.3).
 */
//@ expect: none
//@ twin: fence_noprecede_as_barrier.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Win steps;
    int x = 5, *mem, *unused;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &unused, &steps);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        printf("%d\n", mem[0]);

    MPI_Win_free(&win);
    MPI_Win_free(&steps);
    MPI_Finalize();
    return 0;
}
