/*
 * Rank 0 fetches a number of rank 1 with MPI_Rget.
 *
 * The epoch is one of post-start-complete-wait; request-based operations are for passive target epochs only
 * (MPI 4.1, 12.3.5). Happens with 2 or more processes.
 */
//@ expect: error RMA507 A A
//@ twin: rget_between_lock_and_unlock.c
#include <mpi.h>
#include <stdio.h>

static double fetch(int target, MPI_Win win)
{
    double value = 0;
    MPI_Request request;

    MPI_Rget(&value, 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, win, &request); //@ A
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return value;
}

int main(int argc, char **argv)
{
    int rank, size;
    double *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    *mem = 0.1 * rank;
    MPI_Group all, other;
    int peer = 1 - rank;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    if (rank < 2)
        MPI_Group_incl(all, 1, &peer, &other);
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        printf("%g\n", fetch(1, win));
        MPI_Win_complete(win);
    }
    if (rank == 1) {
        MPI_Win_post(other, 0, win);
        MPI_Win_wait(win);
    }
    if (rank < 2)
        MPI_Group_free(&other);
    MPI_Group_free(&all);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
