// A put of the first part of an array while the process goes on with the rest.
// The loop starts one element too early and writes the last element that the put reads (MPI 4.1, 12.3).
//
//@ expect: error RMA101 A B
//@ twin: put_index_outside_ok.c
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
        MPI_Put(a, SENT, MPI_DOUBLE, 1, 0, SENT, MPI_DOUBLE, win); //@ A
    for (int i = SENT - 1; i < TOTAL; i++)
        a[i] = 0.1 * i; //@ B
    MPI_Win_fence(0, win);

    printf("%f %f\n", a[SENT - 1], a[TOTAL - 1]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
