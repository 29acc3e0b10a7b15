// A batch of MPI_Rget operations that MPI_Testall polls.
// MPI_Testall looks at all requests but the last one, whose element is read as well (MPI 4.1, 3.7.5, 12.3.5).
//
//@ expect: error RMA102 A B
//@ twin: rget_testall_loop_ok.c
#include <mpi.h>
#include <stdio.h>

#define BATCH 4

int main(int argc, char **argv)
{
    int rank, all_done = 0, last;
    int vals[BATCH], in[BATCH] = {0};
    MPI_Request rq[BATCH];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < BATCH; i++)
        vals[i] = rank << i;
    MPI_Win_create(vals, sizeof vals, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    for (int i = 0; i < BATCH; i++)
        MPI_Rget(&in[i], 1, MPI_INT, 0, i, 1, MPI_INT, win, &rq[i]); //@ A
    while (!all_done)
        MPI_Testall(BATCH - 1, rq, &all_done, MPI_STATUSES_IGNORE);
    last = in[BATCH - 1]; //@ B
    MPI_Waitall(BATCH, rq, MPI_STATUSES_IGNORE);
    MPI_Win_unlock(0, win);

    printf("%d: %d %d\n", rank, in[0], last);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
