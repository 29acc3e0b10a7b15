/*
 * A ring of puts on a communicator that an option chooses: a duplicate of all processes, or each half of them. Put to the right, complete, meet
 * at a barrier of the same communicator, read.
 *
 * The choice is the same on all processes, so the window, the ranks and the barrier are those of one communicator. The unlock completes the
 * put at its target (MPI-4.1, 12.5.3), and no member leaves the barrier before all have entered it.
 */
//@ expect: none
//@ twin: communicator_by_option_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int world_rank, world_size, rank, size;
    double value, *cell;
    MPI_Comm comm;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    if (argc > 1 && atoi(argv[1]) > 0)
        MPI_Comm_split(MPI_COMM_WORLD, world_rank < world_size / 2, world_rank, &comm);
    else
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    value = world_rank;
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &cell, &win);
    *cell = 0;
    MPI_Barrier(comm);
    MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, win);
    MPI_Put(&value, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win);
    MPI_Win_unlock((rank + 1) % size, win);
    MPI_Barrier(comm);
    printf("%g\n", *cell);
    MPI_Win_free(&win);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
