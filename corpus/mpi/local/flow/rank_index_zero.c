/*
 * A rank-dependent element of an array is sent.
 *
 * Rank 0 sends buf[0] and stores into buf[0] while the put is pending (MPI 4.1, 12.3). The other ranks
 * send other elements.
 */
//@ expect: error RMA101 A B
//@ twin: rank_index_next.c
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
    MPI_Put(&buf[rank], 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    buf[0] = size; //@ B
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
