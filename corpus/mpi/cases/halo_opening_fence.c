/*
 * Figure 5.5: a one-dimensional stencil; a function puts the two border values into the neighbours between
 * fences, the loop then uses what has arrived.
 *
 * The opening fence of each exchange separates the loads of the last step from the puts of the next one (MPI
 * 4.1, 12.5.1).
 */
//@ expect: none
//@ twin: halo_no_opening_fence.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void halo_exchange(double *border, MPI_Win win, int rank, int size)
{
    MPI_Win_fence(0, win);
    MPI_Put(&border[0], 1, MPI_DOUBLE, (rank - 1 + size) % size, 1, 1, MPI_DOUBLE, win);
    MPI_Put(&border[1], 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
}

int main(int argc, char **argv)
{
    int rank, size, steps;
    double border[2], inner = 1.0, *ghost;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    steps = argc > 1 ? atoi(argv[1]) : 10;
    MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &ghost, &win);
    ghost[0] = ghost[1] = 0;
    MPI_Win_fence(0, win);

    for (int s = 0; s < steps; s++) {
        border[0] = border[1] = inner;
        halo_exchange(border, win, rank, size);
        inner += 0.25 * ghost[1];
        inner += 0.25 * ghost[0];
    }
    printf("%g\n", inner);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
