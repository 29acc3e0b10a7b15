// An accumulate reads the partial sum while the process goes on using the variable.
// The variable is halved in place: an update of the origin buffer before completion (MPI 4.1, 12.3).
//
//@ expect: error RMA101 A B
//@ twin: acc_load_only_ok.c
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
    MPI_Accumulate(&partial, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, win); //@ A
    half = partial *= 0.5; //@ B
    printf("half of mine: %f\n", half);
    MPI_Win_fence(0, win);

    printf("%f %f\n", partial, grand);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
