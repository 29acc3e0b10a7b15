/*
 * A process stores into its window, then a fence on another window, the second on it, then all read from their neighbours.
 *
 * The second fence on a window ends the epoch that the first one has opened, and so is a barrier (MPI 4.1, 12.5.1, which lets only a fence
 * with MPI_MODE_NOPRECEDE do without): all stores come before all gets.
 */
//@ expect: none
//@ twin: first_fence_elsewhere_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, got = 0, *seen, *other;
    MPI_Win win, second;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &seen, &win);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other, &second);
    *other = 0;
    MPI_Win_fence(0, second);

    MPI_Win_fence(0, win);
    *seen = rank;
    MPI_Win_fence(0, second);
    MPI_Get(&got, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    printf("%d %d\n", got, *other);

    MPI_Win_free(&second);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
