/*
 * The left neighbour puts into the upper half of the window while the owner sums up the lower half.
 *
 * The loop of the owner stays in the lower half; unified or separate, no byte is shared.
 */
//@ expect: none
//@ twin: own_half_and_one.c
#include <mpi.h>
#include <stdio.h>

#define HALF 6

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int part[HALF], sum = 0;
    static int table[2 * HALF];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(table, 2 * HALF * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int i = 0; i < HALF; i++)
        part[i] = rank;

    MPI_Win_fence(0, win);
    MPI_Put(part, HALF, MPI_INT, (rank + 1) % size, HALF, HALF, MPI_INT, win);
    for (int i = 0; i < HALF; i++)
        sum += table[i];
    MPI_Win_fence(0, win);
    printf("%d\n", sum);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
