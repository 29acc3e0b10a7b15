/*
 * A row of n cells and two ghost cells; n is the argument of the program, which does not test it. Each process puts its first and its last cell
 * into the ghost cells of its neighbours.
 *
 * The puts read cells 1 and n and write cells 0 and n + 1 (MPI 4.1, 12.7.3). A run with n below one has no row: its buffers lie outside of the
 * memory, or its puts read and write the same cell.
 */
//@ expect: none
//@ twin: halo_of_read_size_race.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, rank, size;
    double *u;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((n + 2) * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &u, &win);
    MPI_Win_fence(0, win);
    MPI_Put(u + 1, 1, MPI_DOUBLE, (rank + size - 1) % size, n + 1, 1, MPI_DOUBLE, win);
    MPI_Put(u + n, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
