/*
 * A ring of puts on a communicator that an option chooses: a duplicate of all processes, or each half of them. Fill the own
 * cell, put to the right, complete, meet at a barrier of the same communicator, read.
 *
 * Without a barrier between the fill and the put the left neighbour's put and the fill meet: the lock is taken at the target by the
 * neighbour alone, and nothing makes it wait for the fill (MPI-4.1, 12.7). The choice of the communicator does not matter. Happens with
 * 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: communicator_by_option_ok.c
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
    *cell = 0; //@ B
    MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, win);
    MPI_Put(&value, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win); //@ A
    MPI_Win_unlock((rank + 1) % size, win);
    MPI_Barrier(comm);
    printf("%g\n", *cell);
    MPI_Win_free(&win);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
