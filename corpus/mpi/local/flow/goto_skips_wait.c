/*
 * Error handling with goto; the label is where the buffer is scrubbed.
 *
 * With more than two arguments control jumps to the label past MPI_Wait. The request of the Rput is
 * not complete (MPI 4.1, 12.3.5), and memset overwrites its origin buffer.
 */
//@ expect: error RMA101 A B
//@ twin: goto_after_wait.c
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    double out[8], *mem;
    int me, np, i;
    MPI_Win win;
    MPI_Request rq;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    MPI_Win_allocate(sizeof out, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (i = 0; i < 8; i++)
        out[i] = me + 0.125 * i;

    MPI_Win_lock(MPI_LOCK_SHARED, (me + 1) % np, 0, win);
    MPI_Rput(out, 8, MPI_DOUBLE, (me + 1) % np, 0, 8, MPI_DOUBLE, win, &rq); //@ A
    if (argc > 3)
        goto cleanup;
    MPI_Wait(&rq, MPI_STATUS_IGNORE);
    printf("rank %d sent its block\n", me);

cleanup:
    memset(out, 0, sizeof out); //@ B
    MPI_Wait(&rq, MPI_STATUS_IGNORE);
    MPI_Win_unlock((me + 1) % np, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
