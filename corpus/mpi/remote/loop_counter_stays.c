/*
 * Each process puts its share element by element, at displacement rank * N + i.
 *
 * The loop ends before N.
 */
//@ expect: none
//@ twin: loop_counter_reaches_next.c
#include <mpi.h>

#define N 8

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int share[N + 1], *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((MPI_Aint)sizeof(int) * (N * size + 1), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i <= N; i++)
        share[i] = i;

    MPI_Win_fence(0, win);
    for (int i = 0; i < N; i++)
        MPI_Put(&share[i], 1, MPI_INT, 0, rank * N + i, 1, MPI_INT, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
