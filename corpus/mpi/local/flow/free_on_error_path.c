/*
 * A helper allocates, sends and cleans up; the cleanup label is shared by all paths.
 *
 * On the quick path (n < 8) the jump to the label skips the flush, and the buffer is freed (C17,
 * 7.22.3.3) while the put is pending (MPI 4.1, 12.3).
 */
//@ expect: error RMA402 A B
//@ twin: free_after_flush.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int ship(int n, int to, MPI_Win win)
{
    int status = 0;
    int *box = calloc(64, sizeof(int));
    if (!box)
        return -1;
    MPI_Put(box, n, MPI_INT, to, 0, n, MPI_INT, win); //@ A
    if (n < 8)
        goto done;
    MPI_Win_flush(to, win);
    status = printf("big box\n");
done:
    free(box); //@ B
    return status;
}

int main(int argc, char **argv)
{
    int rank, size, *mem, rc;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(0, win);
    rc = ship(argc < 64 ? argc : 64, (rank + 1) % size, win);
    MPI_Win_unlock_all(win);
    if (rc < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
