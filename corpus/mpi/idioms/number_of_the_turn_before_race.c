/*
 * Two turns, each with a communicator of all processes: first in the order of their ranks, then in the reverse order. In the second turn
 * each process puts to the number that it had in the first one: with two processes to the other one.
 *
 * The first process of the second turn stores in its cell before the closing fence, while the put of the process that was first in the first
 * turn is pending (MPI-4.1, 12.5.1). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: number_of_the_turn_before_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int world, number, before = 0;
    double value, *cell;
    MPI_Comm comm;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    value = world;
    for (int turn = 0; turn < 2; turn++) {
        MPI_Comm_split(MPI_COMM_WORLD, 0, turn == 0 ? world : -world, &comm);
        MPI_Comm_rank(comm, &number);
        MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &cell, &win);
        *cell = 0;
        MPI_Win_fence(0, win);
        if (turn == 1)
            MPI_Put(&value, 1, MPI_DOUBLE, before, 0, 1, MPI_DOUBLE, win); //@ A
        if (number == 0 && before != 0)
            *cell = -1; //@ B
        MPI_Win_fence(0, win);
        before = number;
        MPI_Win_free(&win);
        MPI_Comm_free(&comm);
    }
    MPI_Finalize();
    return 0;
}
