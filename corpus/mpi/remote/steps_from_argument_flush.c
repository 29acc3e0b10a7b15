/*
 * The usual stencil loop; the number of steps is a program argument.
 *
 * flush_all completes the puts at the targets; two barriers separate put and load in both directions (MPI
 * 4.1, 12.5.4, 6.3).
 */
//@ expect: none
//@ twin: steps_from_argument_no_flush.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x = 1, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int steps = argc > 1 ? atoi(argv[1]) : 4;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    for (int s = 0; s < steps; s++) {
        MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
        MPI_Win_flush_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
        x += mem[0];
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    printf("%d\n", x);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
