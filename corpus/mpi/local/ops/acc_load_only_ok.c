// An accumulate reads the partial sum while the process goes on using the variable.
// The variable is only read: loads of the origin buffer of a pending accumulate are allowed (MPI 4.1, 12.3 forbids
// only updating it; accessing is forbidden for the buffer of a get alone).
//
//@ expect: none
//@ twin: acc_load_only_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    double partial, grand = 0.0, half;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    partial = 2.0 * rank + 1.0;
    MPI_Win_create(&grand, sizeof grand, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    MPI_Accumulate(&partial, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, win);
    half = partial * 0.5;
    printf("half of mine: %f\n", half);
    MPI_Win_fence(0, win);

    printf("%f %f\n", partial, grand);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
