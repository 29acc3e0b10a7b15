/*
 * In a fence epoch cell 0 is put to; the owner keeps a count of the rounds.
 *
 * The count lies outside the window, and the promise is kept (MPI 4.1, 12.5.5).
 */
//@ expect: none
//@ twin: fence_nostore_violated.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, rounds = 0, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    ++rounds;
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, win);
    printf("%d %d\n", mem[0], rounds);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
