/*
 * Processes with even and with odd ranks have a communicator and a window each, with a slot for each member. Each process puts its number
 * to the slot with its rank in the world.
 *
 * With 3 processes, process 2 puts to slot 2 of a window with 2 slots (MPI 4.1, 12.3). Happens with 2 or more processes: process 1 puts to
 * slot 1 of a window with one.
 */
//@ expect: error RMA509 A A
//@ twin: slot_by_parity_ok.c
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
    MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win); //@ A
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&same);
    MPI_Finalize();
    return 0;
}
