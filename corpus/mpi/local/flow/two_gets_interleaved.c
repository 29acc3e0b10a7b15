/*
 * Two gets with one vector type fill an array of complex numbers: real and imaginary parts.
 *
 * The second get starts at z[1]: its blocks lie in the gaps of the first (MPI 4.1, 5.1.2). No byte is
 * written twice.
 */
//@ expect: none
//@ twin: two_gets_same_phase.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    double z[8] = {0}, parts[8];
    int rank, size, i;
    MPI_Datatype half;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (i = 0; i < 8; i++)
        parts[i] = rank + 0.1 * i;
    MPI_Win_create(parts, sizeof parts, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Type_vector(4, 1, 2, MPI_DOUBLE, &half);
    MPI_Type_commit(&half);

    MPI_Win_lock_all(0, win);
    MPI_Get(&z[0], 1, half, (rank + 1) % size, 0, 4, MPI_DOUBLE, win);
    MPI_Get(&z[1], 1, half, (rank + 1) % size, 4, 4, MPI_DOUBLE, win);
    MPI_Win_unlock_all(win);

    printf("%d: %g %g\n", rank, z[0], z[1]);
    MPI_Type_free(&half);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
