/*
 * A lock between two fences, which say that none of their epochs is there.
 *
 * MPI_MODE_NOSUCCEED says that the first fence opens no epoch, MPI_MODE_NOPRECEDE that the second one ends none (MPI 4.1, 12.5.5).
 */
//@ expect: none
//@ twin: lock_between_fences.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, one = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
