/*
 * Two halves are connected by an intercommunicator and merged. Each process puts its number to process 0 of all, at its rank in its half,
 * those of the upper half behind the lower one, but one slot too early.
 *
 * The first process of the upper half and the last one of the lower half put to one slot in one fence epoch (MPI 4.1, 12.7). Happens with
 * 2 or more processes.
 */
//@ expect: error RMA203 A A
//@ twin: halves_merged_ok.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, slot, others, all, *slots, upper;
    MPI_Comm half, both, merged;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    upper = rank >= size / 2;
    MPI_Comm_split(MPI_COMM_WORLD, upper, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, (1 - upper) * (size / 2), 7, &both);
    MPI_Intercomm_merge(both, upper, &merged);
    MPI_Comm_rank(half, &slot);
    MPI_Comm_remote_size(both, &others);
    MPI_Comm_size(merged, &all);
    if (upper)
        slot += others - 1;
    MPI_Win_allocate(all * sizeof(int), sizeof(int), MPI_INFO_NULL, merged, &slots, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, slot, 1, MPI_INT, win); //@ A
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
