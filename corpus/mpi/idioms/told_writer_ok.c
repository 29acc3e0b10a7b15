/*
 * Rank 0 tells each process by a message whether it is the writer; the writer puts its number into a cell of rank 0.
 *
 * Rank 0 tells only one process so, and the analysis does not see it: a race between two writers is a note at most.
 */
//@ expect: none
//@ twin: told_writer_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, role = 0, *cell, seen = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);

    if (rank == 0) {
        int writer = size > 1 ? 1 + rand() % (size - 1) : 0;
        for (int p = 1; p < size; p++) {
            role = p == writer;
            MPI_Send(&role, 1, MPI_INT, p, 4, MPI_COMM_WORLD);
        }
        role = 0;
    } else {
        MPI_Recv(&role, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Win_fence(0, win);
    if (role)
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    printf("%d: %d\n", rank, seen);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
