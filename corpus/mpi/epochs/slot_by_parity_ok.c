/*
 * Processes with even and with odd ranks have a communicator and a window each, with a slot for each member. Each process puts its number
 * to its own slot at the first member.
 *
 * The member with the rank r in the world is number r / 2 of its communicator, and has that slot.
 */
//@ expect: none
//@ twin: slot_by_parity_race.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, members, *slots;
    MPI_Comm same;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &same);
    MPI_Comm_size(same, &members);
    MPI_Win_allocate(members * sizeof(int), sizeof(int), MPI_INFO_NULL, same, &slots, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, rank / 2, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&same);
    MPI_Finalize();
    return 0;
}
