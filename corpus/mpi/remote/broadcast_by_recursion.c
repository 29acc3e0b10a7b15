/*
 * A value goes down a binomial tree: in each step those that have it put it to others, then all meet at a fence. The steps are
 * the activations of a recursive function, as many as the logarithm of the number of processes.
 *
 * All processes count the same number of steps, and each put is complete at the fence behind it (MPI 4.1, 12.5.1).
 */
//@ expect: none
//@ twin: broadcast_by_recursion_unfenced.c
#include <mpi.h>
#include <stdio.h>

static MPI_Win win;
static int *mem;

static void step(int level, int levels, int rank, int size)
{
    int half = 1 << level;
    if (level >= levels)
        return;
    if (rank < half && rank + half < size)
        MPI_Put(mem, 1, MPI_INT, rank + half, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    step(level + 1, levels, rank, size);
}

int main(int argc, char **argv)
{
    int rank, size, levels = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    while ((1 << levels) < size)
        levels++;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    *mem = rank == 0 ? 42 : 0;
    MPI_Win_fence(0, win);
    step(0, levels, rank, size);
    printf("%d\n", *mem);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
