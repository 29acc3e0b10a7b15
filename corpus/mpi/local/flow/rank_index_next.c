/*
 * A rank-dependent element of an array is sent.
 *
 * Each rank r sends buf[r] and stores into buf[r + 1]; the two differ for every r.
 */
//@ expect: none
//@ twin: rank_index_zero.c
#include <mpi.h>

#define MAXRANKS 64

int main(int argc, char **argv)
{
    int rank, size, buf[MAXRANKS + 1] = {0}, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > MAXRANKS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_fence(0, win);
    MPI_Put(&buf[rank], 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    buf[rank + 1] = size;
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
