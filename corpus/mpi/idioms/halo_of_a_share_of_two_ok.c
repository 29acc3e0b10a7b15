/*
 * Process r has the rows from r * n / p to (r + 1) * n / p of n rows. It puts its first and its last row into the ghost rows of its neighbours.
 *
 * MPI_Win_flush_all completes the puts at their targets before the barrier (MPI 4.1, 12.5.4). Only with fewer rows than processes two of the puts
 * meet; the program is not meant for that.
 */
//@ expect: none
//@ twin: halo_of_a_share_of_two_race.c
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
        MPI_Put(u + 1, 1, MPI_DOUBLE, rank - 1, above + 1, 1, MPI_DOUBLE, win);
    if (rank < size - 1)
        MPI_Put(u + rows, 1, MPI_DOUBLE, rank + 1, 0, 1, MPI_DOUBLE, win);
    MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    double sum = 0;
    for (int i = 0; i < rows + 2; i++)
        sum += u[i];
    MPI_Win_unlock_all(win);
    printf("%f\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
