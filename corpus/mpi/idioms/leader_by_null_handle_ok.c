/*
 * The leader puts a value into the slot of the last process. Who leads is known by the handle that a split gave: a process with the colour
 * `MPI_UNDEFINED` has `MPI_COMM_NULL` (MPI-4.1, 7.4.2).
 *
 * Process 0 alone has another handle, so it alone puts.
 */
//@ expect: none
//@ twin: leader_by_null_handle_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    double value, *slot;
    MPI_Comm lead;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : MPI_UNDEFINED, rank, &lead);
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
    MPI_Finalize();
    return 0;
}
