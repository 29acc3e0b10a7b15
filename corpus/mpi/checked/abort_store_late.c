/* As abort_store_early.c, with the store behind the unlock. */
//@ expect: none
//@ twin: abort_store_early.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rc, rank, size, value, cell = 0;
    MPI_Win win;

    if ((rc = MPI_Init(&argc, &argv)) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, rc);
    if ((rc = MPI_Comm_rank(MPI_COMM_WORLD, &rank)) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, rc);
    if ((rc = MPI_Comm_size(MPI_COMM_WORLD, &size)) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, rc);
    if ((rc = MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win)) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, rc);
    value = rank;
    if ((rc = MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, win)) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, rc);
    if ((rc = MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win)) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, rc);
    if ((rc = MPI_Win_unlock((rank + 1) % size, win)) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, rc);
    value = -1;
    if ((rc = MPI_Win_free(&win)) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, rc);
    printf("%d\n", cell + value);
    MPI_Finalize();
    return 0;
}
