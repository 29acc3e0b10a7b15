/*
 * A function reads a number from each line of a file, if there is one. There is a fence between put and load only while the number is the
 * one that the program begins with.
 *
 * The file is there and has another number in some runs: `fgets` gives lines, and a null pointer at the end of the file (C11, 7.21.7.2). Then
 * the put and the load have nothing between them (MPI 4.1, 12.7.2): a warning.
 */
//@ expect: warning RMA201 A B
//@ twin: fence_by_config_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rounds = 4;

static int configure(const char *name)
{
    char line[64];
    FILE *file = fopen(name, "r");
    if (!file)
        return -1;
    while (fgets(line, sizeof line, file))
        rounds = atoi(line);
    fclose(file);
    return 0;
}

int main(int argc, char **argv)
{
    int rank, size, *mem, value = 5, seen = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    configure("rounds.cfg");
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win); //@ A
    if (rounds == 4)
        MPI_Win_fence(0, win);
    if (rank == 0)
        seen = mem[1]; //@ B
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return seen;
}
