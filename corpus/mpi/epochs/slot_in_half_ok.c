/*
 * The lower and the upper half of the processes each have a communicator. Each process puts its number to process 0, at its rank in its
 * half, behind the lower half if it is in the upper one.
 *
 * The rank in the upper half is the rank in the world less n / 2, so that the index is the rank in the world: below n, and different for
 * each process (MPI 4.1, 7.4.2: the new ranks are in the order of the keys).
 */
//@ expect: none
//@ twin: slot_in_half_race.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, slot, *slots;
    MPI_Comm half;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_split(MPI_COMM_WORLD, rank < size / 2, rank, &half);
    MPI_Comm_rank(half, &slot);
    if (rank >= size / 2)
        slot += size / 2;
    MPI_Win_allocate(size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &slots, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, slot, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
