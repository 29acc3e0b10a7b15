/*
 * A lock between two fences that say nothing.
 *
 * By the letter the first fence opens an epoch, as another fence follows and an operation is called between them (MPI 4.1, 12.5.1), and
 * epochs of one process on one window must be disjoint (12.5). Many programs are written so; hence a warning.
 */
//@ expect: warning RMA508 A A
//@ twin: lock_between_fences_that_say_so.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, one = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_fence(0, win); //@ A
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
