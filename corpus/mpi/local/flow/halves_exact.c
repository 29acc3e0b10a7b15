/*
 * The lower half of an array is on its way while the upper half is computed; the length is a
 * parameter.
 *
 * n / 2 elements are sent, 0 to n / 2 - 1; the loop writes n / 2 to n - 1. Nothing overlaps, for even
 * and odd n.
 */
//@ expect: none
//@ twin: halves_off_by_one.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, n;
    double *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = argc > 1 ? atoi(argv[1]) : 100;
    if (n < 2 || n > 100000)
        MPI_Abort(MPI_COMM_WORLD, 1);
    double *a = calloc((size_t)n, sizeof(double));
    MPI_Win_allocate(n * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    int peer = (rank + 1) % size;
    MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
    MPI_Put(a, n / 2, MPI_DOUBLE, peer, 0, n / 2, MPI_DOUBLE, win);
    for (int i = n / 2; i < n; i++)
        a[i] = 0.5 * i;
    MPI_Win_flush(peer, win);
    MPI_Win_unlock(peer, win);

    free(a);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
