/*
 * Rank 0 tells the others by messages who is the owner; the owner writes to all processes.
 *
 * All have the same number, so there is one owner, and one put for each target between the fences (MPI 4.1, 3.2.4 and 12.5.1).
 */
//@ expect: none
//@ twin: owner_told_to_all_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, owner, *cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    *cell = 0;

    if (rank == 0) {
        owner = argc > 1 ? atoi(argv[1]) % size : 0;
        for (int p = 1; p < size; p++) {
            int told = owner;
            MPI_Send(&told, 1, MPI_INT, p, 0, MPI_COMM_WORLD);
        }
    } else {
        MPI_Recv(&owner, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Win_fence(0, win);
    if (rank == owner)
        for (int p = 0; p < size; p++)
            MPI_Put(&rank, 1, MPI_INT, p, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);

    printf("%d\n", *cell);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
