/*
 * Requests that are waited for in a loop of their own, and results that are read afterwards.
 *
 * The wait loop covers exactly the requests that were started, so each Rget is complete (MPI 4.1,
 * 12.3.5) before the first element is read.
 */
//@ expect: none
//@ twin: wait_loop_from_one.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, mine;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = 3 * rank + 1;
    MPI_Win_create(&mine, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    int *in = malloc(sizeof(int) * (size_t)size);
    MPI_Request *rq = malloc(sizeof(MPI_Request) * (size_t)size);
    MPI_Win_lock_all(0, win);
    for (int r = 0; r < size; r++)
        MPI_Rget(&in[r], 1, MPI_INT, r, 0, 1, MPI_INT, win, &rq[r]);
    for (int r = 0; r < size; r++)
        MPI_Wait(&rq[r], MPI_STATUS_IGNORE);
    printf("first %d\n", in[0]);
    MPI_Win_unlock_all(win);

    free(in);
    free(rq);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
