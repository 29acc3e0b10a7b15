/*
 * All lines of the input are counted first. Then rank 1 puts the number into a cell of rank 0, which loads it behind the fence.
 *
 * The fence orders the put and the load (MPI 4.1, 12.5.1).
 */
//@ expect: none
//@ twin: lines_counted_load_early.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, lines = 0, *mem, value, seen = 0;
    char line[80];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    while (fgets(line, sizeof line, stdin) != NULL)
        lines++;
    value = lines;
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win); //@ A
    MPI_Win_fence(0, win);
    if (rank == 0)
        seen = mem[1]; //@ B

    MPI_Win_free(&win);
    MPI_Finalize();
    return seen;
}
