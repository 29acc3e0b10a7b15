/*
 * An iteration until the change is small: each process puts its value to its right neighbour and reads what the left one has put.
 *
 * The read comes before the fence that completes the put of the left neighbour (MPI 4.1, 12.5.1 and 12.7). Whether there is a second
 * iteration depends on numbers that are known at run time only.
 */
//@ expect: error RMA201 A B
//@ twin: residual_loop_fenced.c
#include <math.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    double own, change = 1.0, delta, *left;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &left, &win);
    own = rank;
    *left = 0.0;

    MPI_Win_fence(0, win);
    while (change > 1e-6) {
        MPI_Put(&own, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win); //@ A
        delta = fabs(*left - own) / 2; //@ B
        MPI_Win_fence(0, win);
        own += delta;
        MPI_Allreduce(&delta, &change, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
