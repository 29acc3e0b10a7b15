/*
 * Two halves are connected by an intercommunicator and merged. Each process puts its number to process 0 of all, at its rank in its half;
 * those of the upper half behind the lower one, whose size is that of their remote group.
 *
 * The slots of the lower half are 0 to l - 1, those of the upper half l to l + u - 1 with l = the size of the lower half: all differ, and the
 * merge has l + u processes (MPI 4.1, 7.6.2).
 */
//@ expect: none
//@ twin: halves_merged_race.c
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
        slot += others;
    MPI_Win_allocate(all * sizeof(int), sizeof(int), MPI_INFO_NULL, merged, &slots, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, slot, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
