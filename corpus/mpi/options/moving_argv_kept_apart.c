/*
 * The program moves argv along the line, past one word or two.
 * Rank 0 puts into cell n and into cell m of its own window.
 *
 * A run with the same number for both ends before the puts: they write different cells.
 */
//@ expect: none
//@ twin: moving_argv_may_meet.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 100

int main(int argc, char **argv)
{
    MPI_Win win;
    double *mem, x = 1.0;
    int rank, n = 10, m = 4;
    int step;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    while (argc > 2) {
        step = 2;
        if (argv[1][0] == 'v')
            step = 1;
        else if (argv[1][0] == 'n')
            n = atoi(argv[2]);
        else if (argv[1][0] == 'm')
            m = atoi(argv[2]);
        argv += step;
        argc -= step;
    }
    if (n == m)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(CELLS * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(&x, 1, MPI_DOUBLE, 0, n, 1, MPI_DOUBLE, win);
        MPI_Put(&x, 1, MPI_DOUBLE, 0, m, 1, MPI_DOUBLE, win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
