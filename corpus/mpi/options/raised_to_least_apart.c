/*
 * An option that is too small is raised where it is read.
 * Each process puts into cell 0 and into cell n of its right neighbour.
 *
 * The least number is 1: the cells are different ones.
 */
//@ expect: none
//@ twin: raised_to_least_meet.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Win win;
    int *mem, x = 1, rank, size, n = 8;
    int i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], "-n") == 0) {
            n = atoi(argv[i + 1]);
            if (n < 1)
                n = 1;
        }
    MPI_Win_allocate((n + 1) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, n, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
