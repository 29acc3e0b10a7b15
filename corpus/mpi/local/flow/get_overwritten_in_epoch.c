/*
 * The result buffer of a get is reset.
 *
 * The store competes with the write of the pending get (MPI 4.1, 12.3); either value may survive.
 */
//@ expect: error RMA103 A B
//@ twin: get_overwritten_after_flush.c
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
    MPI_Get(&out, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
    out = 0; //@ B
    MPI_Win_unlock(0, win);

    printf("%d\n", out);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
