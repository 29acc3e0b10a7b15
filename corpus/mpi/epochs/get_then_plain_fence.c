/*
 * A get in a first epoch, a put to another cell in a second one.
 *
 * The fence between has no assertion and completes the get (MPI 4.1, 12.5.1).
 */
//@ expect: none
//@ twin: get_then_noprecede.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, got = 0, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = rank;

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Get(&got, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Put(&size, 1, MPI_INT, (rank + 1) % size, 1, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    printf("%d %d\n", got, mem[1]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
