/*
 * A heap buffer is released at the end of an epoch.
 *
 * The unlock completes the put (MPI 4.1, 12.5.3) before the buffer is freed.
 */
//@ expect: none
//@ twin: free_before_unlock.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, n = 256;
    double *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(n * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    double *tmp = malloc((size_t)n * sizeof(double));
    if (tmp == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < n; i++)
        tmp[i] = rank;
    MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, win);
    MPI_Put(tmp, n, MPI_DOUBLE, (rank + 1) % size, 0, n, MPI_DOUBLE, win);
    MPI_Win_unlock((rank + 1) % size, win);
    free(tmp);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
