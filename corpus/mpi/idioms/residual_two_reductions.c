/*
 * An iteration that ends when the common residual is small: put to the right, flush, allreduce as the
 * barrier, read.
 *
 * The residual is reduced after the load, so that a second allreduce stands between the load and the next put
 * (MPI 4.1, 6.9.6).
 */
//@ expect: none
//@ twin: residual_one_reduction.c
#include <mpi.h>
#include <stdio.h>

static double total(double mine)
{
    double all;

    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

int main(int argc, char **argv)
{
    int rank, size, right;
    double x, weight = 1, *ghost;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &ghost, &win);
    x = 1.0 + rank;

    MPI_Win_lock_all(0, win);
    for (int it = 0; it < 50; it++) {
        MPI_Put(&x, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
        MPI_Win_flush(right, win);
        weight = total(x);
        x = 0.5 * (x + ghost[0]);
        weight = total(x);
    }
    MPI_Win_unlock_all(win);
    printf("%g %g\n", x, weight);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
