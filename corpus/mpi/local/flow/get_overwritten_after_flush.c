/*
 * The result buffer of a get is reset.
 *
 * The flush completes the get (MPI 4.1, 12.5.4), so the store is ordered after the fetched value.
 */
//@ expect: none
//@ twin: get_overwritten_in_epoch.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, seat, out = -1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    seat = rank;
    MPI_Win_create(&seat, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&out, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    out = 0;
    MPI_Win_unlock(0, win);

    printf("%d\n", out);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
