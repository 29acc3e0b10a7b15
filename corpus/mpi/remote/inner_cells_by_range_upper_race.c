/*
 * Neighbours put their edge cells into each other's halo cells 0 and n + 1 between two fences, while a helper computes the inner cells from the
 * cells beside them; the two cells at the edge are computed behind the second fence.
 *
 * Up to cell n the helper reads cell n + 1 too, into which the right neighbour puts (MPI 4.1, 12.7). Happens with any number of processes.
 */
//@ expect: error RMA201 LEFT READ
//@ twin: inner_cells_by_range_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { n = 200 };

static void update(const double *u, double *w, int from, int to)
{
    for (int i = from; i <= to; i++)
        w[i] = 0.5 * (u[i - 1] + u[i + 1]); //@ READ
}

int main(int argc, char **argv)
{
    int rank, size;
    double *u, *w, sum = 0.0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    MPI_Win_allocate((n + 2) * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &u, &win);
    w = malloc((n + 2) * sizeof(double));
    for (int i = 0; i < n + 2; i++)
        u[i] = rank + i;

    MPI_Win_fence(0, win);
    MPI_Put(&u[1], 1, MPI_DOUBLE, left, n + 1, 1, MPI_DOUBLE, win); //@ LEFT
    MPI_Put(&u[n], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
    update(u, w, 2, n);
    MPI_Win_fence(0, win);
    update(u, w, 1, 1);
    update(u, w, n, n);

    for (int i = 1; i <= n; i++)
        sum += w[i];
    printf("%d: %f\n", rank, sum);
    free(w);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
