/*
 * A line is read and its number taken; if it is not zero, rank 1 puts into a cell of rank 0, which stores into another one.
 *
 * Whatever the value is, the two touch different bytes.
 */
//@ expect: none
//@ twin: branch_on_line.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, value = 5;
    int command = 0;
    char line[32];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    if (fgets(line, sizeof line, stdin))
        command = atoi(line);
    MPI_Win_fence(0, win);
    if (command) {
        if (rank == 1)
            MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win); //@ A
        if (rank == 0)
            mem[2] = 8; //@ B
    }
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
