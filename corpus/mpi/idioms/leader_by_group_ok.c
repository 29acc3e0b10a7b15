/*
 * The same with `MPI_Comm_create`: a process outside of the group gets `MPI_COMM_NULL` (MPI-4.1, 7.4.2).
 *
 * Process 0 alone has another handle, so it alone puts.
 */
//@ expect: none
//@ twin: leader_by_group_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    double value, *slot;
    MPI_Comm lead;
    MPI_Group all, first;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, (int[]){ 0 }, &first);
    MPI_Comm_create(MPI_COMM_WORLD, first, &lead);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &slot, &win);
    *slot = 0;
    value = rank;
    MPI_Win_fence(0, win);
    if (lead != MPI_COMM_NULL)
        MPI_Put(&value, 1, MPI_DOUBLE, size - 1, 0, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    printf("%g\n", *slot);
    MPI_Win_free(&win);
    if (lead != MPI_COMM_NULL)
        MPI_Comm_free(&lead);
    MPI_Group_free(&first);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
