/*
 * Process r has the rows from r * n / p to (r + 1) * n / p of n rows. It puts its first and its last row into the ghost rows of its neighbours.
 *
 * MPI_Win_flush_local_all completes the puts only at their origins: the barrier does not make them arrive.
 */
//@ expect: error RMA201 A B
//@ expect: error RMA201 C B
//@ twin: halo_of_a_share_of_two_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, n = argc > 1 ? atoi(argv[1]) : 1000;
    double *u;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int low = (int)((long)rank * n / size), high = (int)((long)(rank + 1) * n / size);
    int rows = high - low, above = low - (int)((long)(rank - 1) * n / size);
    MPI_Win_allocate((rows + 2) * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &u, &win);
    for (int i = 0; i < rows + 2; i++)
        u[i] = rank;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank > 0)
        MPI_Put(u + 1, 1, MPI_DOUBLE, rank - 1, above + 1, 1, MPI_DOUBLE, win); //@ A
    if (rank < size - 1)
        MPI_Put(u + rows, 1, MPI_DOUBLE, rank + 1, 0, 1, MPI_DOUBLE, win); //@ C
    MPI_Win_flush_local_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    double sum = 0;
    for (int i = 0; i < rows + 2; i++)
        sum += u[i]; //@ B
    MPI_Win_unlock_all(win);
    printf("%f\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
