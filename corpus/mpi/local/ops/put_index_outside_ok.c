// A put of the first part of an array while the process goes on with the rest.
// The loop starts behind the put's elements: nothing overlaps.
//
//@ expect: none
//@ twin: put_index_outside_race.c
#include <mpi.h>
#include <stdio.h>

#define TOTAL 24
#define SENT 8

int main(int argc, char **argv)
{
    int rank;
    double a[TOTAL] = {0}, remote[SENT];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(remote, sizeof remote, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(a, SENT, MPI_DOUBLE, 1, 0, SENT, MPI_DOUBLE, win);
    for (int i = SENT; i < TOTAL; i++)
        a[i] = 0.1 * i;
    MPI_Win_fence(0, win);

    printf("%f %f\n", a[SENT - 1], a[TOTAL - 1]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
