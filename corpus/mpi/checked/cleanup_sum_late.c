/* As cleanup_sum_early.c, with the sum stored behind the completion. */
//@ expect: none
//@ twin: cleanup_sum_early.c
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
    rc = MPI_Put(outbox, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
    if (rc != MPI_SUCCESS)
        goto out;
    sum += size;
    rc = MPI_Win_unlock(0, win);
    if (rc != MPI_SUCCESS)
        goto out;
    *outbox = sum;
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
