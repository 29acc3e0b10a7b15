/*
 * Each process chooses a slot owner; all gather the choices. The owner of slot k in the table puts its number into
 * slot k.
 *
 * Element k of the table is the same on all processes (MPI 4.1, 6.7), so each slot has one writer.
 */
//@ expect: none
//@ twin: owner_in_gathered_table_race.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, choice, *owner, *slots;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    owner = malloc(size * sizeof(int));
    MPI_Win_allocate(size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &slots, &win);

    srand(rank + 9);
    choice = rand() % size;
    MPI_Allgather(&choice, 1, MPI_INT, owner, 1, MPI_INT, MPI_COMM_WORLD);

    MPI_Win_fence(0, win);
    for (int k = 0; k < size; k++)
        if (owner[k] == rank)
            MPI_Put(&rank, 1, MPI_INT, 0, k, 1, MPI_INT, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    free(owner);
    MPI_Finalize();
    return 0;
}
