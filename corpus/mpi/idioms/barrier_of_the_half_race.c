/*
 * A ring of puts on a communicator that an option chooses: all processes, or each half of them. Put to the right, complete, meet
 * at a barrier of the half, read.
 *
 * If the ring goes through all processes, the first process of a half gets its value from the last one of the other half. A barrier of the
 * half does not make it wait for that one (MPI-4.1, 6.3), so the put and the load meet. Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: barrier_of_the_half_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int world_rank, world_size, rank, size;
    double value, *cell;
    MPI_Comm half, comm;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    MPI_Comm_split(MPI_COMM_WORLD, world_rank < world_size / 2, world_rank, &half);
    comm = argc > 1 && atoi(argv[1]) > 0 ? half : MPI_COMM_WORLD;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    value = world_rank;
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &cell, &win);
    *cell = 0;
    MPI_Barrier(comm);
    MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, win);
    MPI_Put(&value, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win); //@ A
    MPI_Win_unlock((rank + 1) % size, win);
    MPI_Barrier(half);
    printf("%g\n", *cell); //@ B
    MPI_Win_free(&win);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
