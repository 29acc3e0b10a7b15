/*
 * The last rank takes a number from rank 0 and leaves another in its place.
 *
 * A local flush returns when the data of the get have arrived, so that the get is done at its target as well
 * (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: get_then_put_no_flush.c
#include <mpi.h>
#include <stdio.h>

static int exchange(int new_number, MPI_Win win)
{
    int old_number = -1;

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Get(&old_number, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush_local(0, win);
    MPI_Put(&new_number, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    return old_number;
}

int main(int argc, char **argv)
{
    int rank, size, *number;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &number, &win);
    *number = 10;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == size - 1)
        printf("%d\n", exchange(20, win));

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
