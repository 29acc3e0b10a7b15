/*
 * A row of cells with R ghost cells at each end of the window, at 0 and at extent - R; the interior is
 * computed while the ghosts arrive.
 *
 * The loop stops before the right ghosts, which are read after the fence (MPI 4.1, 12.5.1).
 */
//@ expect: none
//@ twin: halo_interior_too_wide.c
#include <mpi.h>
#include <stdio.h>

enum { R = 2, INNER = 12 };

int main(int argc, char **argv)
{
    int rank, size, left, right, extent = INNER + 2 * R;
    double edge[2 * R], sum = 0, *row;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank - 1 + size) % size;
    right = (rank + 1) % size;
    MPI_Win_allocate(extent * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &row, &win);
    for (int i = 0; i < extent; i++)
        row[i] = rank + 0.1 * i;
    for (int i = 0; i < R; i++) {
        edge[i] = row[R + i];
        edge[R + i] = row[extent - 2 * R + i];
    }

    MPI_Win_fence(0, win);
    MPI_Put(edge, R, MPI_DOUBLE, left, extent - R, R, MPI_DOUBLE, win);
    MPI_Put(edge + R, R, MPI_DOUBLE, right, 0, R, MPI_DOUBLE, win);
    for (int i = R; i < extent - R; i++)
        sum += row[i];
    MPI_Win_fence(0, win);
    printf("%g %g %g\n", sum, row[0], row[extent - 1]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
