/*
 * The columns of a process grid are the largest divisor of the number of processes up to its square root. Each process but those of the first
 * row puts a number into the one above it, which uses it.
 *
 * The load stands before the fence that completes the puts: the process below may write the slot at that time (MPI 4.1, 12.7). That needs
 * two rows: two processes are enough, as the largest divisor of two up to its root is one.
 */
//@ expect: error RMA201 A B
//@ twin: grid_of_divisor_fenced.c
#include <math.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Win win;
    double *slot, mine, sum = 0.0;
    int rank, size, columns, step;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    columns = (int)sqrt((double)size);
    while (size % columns != 0)
        columns--;
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &slot, &win);
    *slot = 0.0;
    MPI_Win_fence(0, win);
    for (step = 0; step < 10; step++) {
        mine = rank + step;
        if (rank / columns > 0)
            MPI_Put(&mine, 1, MPI_DOUBLE, rank - columns, 0, 1, MPI_DOUBLE, win); //@ A
        sum += *slot; //@ B
        MPI_Win_fence(0, win);
    }
    printf("%f\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
