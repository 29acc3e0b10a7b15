/*
 * A variable of the environment holds a number; if it is not zero, rank 1 puts into a cell of rank 0, which stores there.
 *
 * What it holds is known at run time only. In one such run the put and the store have nothing between them (MPI 4.1, 12.7.2): a warning.
 */
//@ expect: warning RMA201 A B
//@ twin: branch_on_environment_apart.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, value = 5;
    int command = 0;
    const char *mode = getenv("MODE");
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    if (mode)
        command = (int)strtol(mode, NULL, 10);
    MPI_Win_fence(0, win);
    if (command) {
        if (rank == 1)
            MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win); //@ A
        if (rank == 0)
            mem[1] = 8; //@ B
    }
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
