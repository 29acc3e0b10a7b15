/*
 * A table of 64 elements at rank 0 is filled in chunks of 64 / size elements.
 *
 * Every process puts from its chunk to the end of the table, so all of them write the last element (MPI 4.1,
 * 12.7). Happens with 2 or more processes.
 */
//@ expect: error RMA203 A A
//@ twin: chunk_rest_at_last.c
#include <mpi.h>

#define N 64

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int part[N], *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > N)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < N; i++)
        part[i] = rank;
    int chunk = N / size;
    int count = N - rank * chunk;

    MPI_Win_fence(0, win);
    MPI_Put(part, count, MPI_INT, 0, rank * chunk, count, MPI_INT, win); //@ A
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
