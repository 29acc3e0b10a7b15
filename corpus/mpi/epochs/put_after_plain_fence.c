/*
 * Two rounds of puts with fences; the fence in the middle ends the first round.
 *
 * The fence in the middle has no assertion and opens the second epoch (MPI 4.1, 12.5.1).
 */
//@ expect: none
//@ twin: put_after_nosucceed.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, out[2], *in;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    out[0] = rank;
    out[1] = -rank;
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &in, &win);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(&out[0], 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    printf("%d\n", in[0]);
    MPI_Put(&out[1], 1, MPI_INT, (rank + 1) % size, 1, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
