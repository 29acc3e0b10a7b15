/* Failures go to a label that frees what there is, in every state that a failure leaves: with the epoch open, with the put
   pending. Those paths are not taken. On the one that is, the sum is stored into the origin buffer before the put of it is complete
   (MPI 4.1, 12.3). */
//@ expect: error RMA101 PUT STORE
//@ twin: cleanup_sum_late.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int work(int rank, int size)
{
    int rc, sum = rank, *cells = NULL;
    int *outbox = malloc(sizeof *outbox);
    MPI_Win win = MPI_WIN_NULL;

    if (outbox == NULL)
        return MPI_ERR_NO_MEM;
    rc = MPI_Win_allocate(size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    if (rc != MPI_SUCCESS)
        goto out;
    *outbox = rank;
    rc = MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    if (rc != MPI_SUCCESS)
        goto out;
    rc = MPI_Put(outbox, 1, MPI_INT, 0, rank, 1, MPI_INT, win); //@ PUT
    if (rc != MPI_SUCCESS)
        goto out;
    sum += size;
    *outbox = sum; //@ STORE
    rc = MPI_Win_unlock(0, win);
    if (rc != MPI_SUCCESS)
        goto out;
    printf("%d\n", *outbox);
out:
    if (win != MPI_WIN_NULL)
        MPI_Win_free(&win);
    free(outbox);
    return rc;
}

int main(int argc, char **argv)
{
    int rank, size, rc;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rc = work(rank, size);
    if (rc != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, rc);
    MPI_Finalize();
    return 0;
}
