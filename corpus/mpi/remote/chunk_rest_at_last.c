/*
 * A table of 64 elements at rank 0 is filled in chunks of 64 / size elements.
 *
 * Only the last process takes the rest; the others put one chunk each.
 */
//@ expect: none
//@ twin: chunk_rest_everywhere.c
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
    int count = rank == size - 1 ? N - rank * chunk : chunk;

    MPI_Win_fence(0, win);
    MPI_Put(part, count, MPI_INT, 0, rank * chunk, count, MPI_INT, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
