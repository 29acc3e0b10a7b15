/*
 * Figure 2.8b: rank 0 gets a cell of rank 1 under a lock; rank 1 changes it behind a barrier.
 *
 * The unlock completes the get before the barrier (MPI 4.1, 12.5.3, 6.3).
 */
//@ expect: none
//@ twin: get_unlocked_behind_barrier.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, buf = 0;
    int *x;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &x, &win);
    if (rank == 1)
        x[0] = 42;
    MPI_Barrier(MPI_COMM_WORLD);
    switch (rank) {
    case 0:
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
        MPI_Barrier(MPI_COMM_WORLD);
        printf("%d\n", buf);
        break;
    case 1:
        MPI_Barrier(MPI_COMM_WORLD);
        x[0] = 1337;
        break;
    default:
        MPI_Barrier(MPI_COMM_WORLD);
        break;
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
