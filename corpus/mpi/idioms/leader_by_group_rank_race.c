/*
 * The same; who leads is known by the rank in a group, which is `MPI_UNDEFINED` outside of it (MPI-4.1, 7.3.1).
 *
 * The others put, not the leader: with three processes two puts meet in one slot (MPI-4.1, 12.7). Happens with 3 or more processes.
 */
//@ expect: error RMA203 A A
//@ twin: leader_by_group_rank_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    double value, *slot;
    int place;
    MPI_Group all, first;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, (int[]){ 0 }, &first);
    MPI_Group_rank(first, &place);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &slot, &win);
    *slot = 0;
    value = rank;
    MPI_Win_fence(0, win);
    if (place == MPI_UNDEFINED)
        MPI_Put(&value, 1, MPI_DOUBLE, size - 1, 0, 1, MPI_DOUBLE, win); //@ A
    MPI_Win_fence(0, win);
    printf("%g\n", *slot);
    MPI_Win_free(&win);
    MPI_Group_free(&first);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
