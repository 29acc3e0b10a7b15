/*
 * The basic local-buffer race: a put followed by a store to its origin buffer, in a fence epoch.
 *
 * The fence completes the put at the origin (MPI 4.1, 12.5.1), the store follows it.
 */
//@ expect: none
//@ twin: put_then_store_fence.c
#include <stdio.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, localbuf = 0, remote = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(&remote, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0) {
        localbuf = 42;
        MPI_Put(&localbuf, 1, MPI_INT, size - 1, 0, 1, MPI_INT, win);
    }
    MPI_Win_fence(0, win);
    localbuf = 1337;

    printf("rank %d: %d %d\n", rank, localbuf, remote);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
