// An MPI_Irecv and an MPI_Rget are pending together with their requests in one array.
// The wait names the get's request (MPI 4.1, 12.3.5: RMA requests complete like others).
//
//@ expect: none
//@ twin: rget_mixed_requests_race.c
#include <mpi.h>
#include <stdio.h>

enum { RECV, GET, NREQ };

int main(int argc, char **argv)
{
    int rank, base, note = 0, copy = 0;
    MPI_Request rq[NREQ];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    base = 1 << rank;
    MPI_Win_create(&base, sizeof base, sizeof base, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Irecv(&note, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &rq[RECV]);
        MPI_Rget(&copy, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &rq[GET]);
        MPI_Wait(&rq[GET], MPI_STATUS_IGNORE);
        printf("copy %d\n", copy);
        MPI_Waitall(NREQ, rq, MPI_STATUSES_IGNORE);
        printf("note %d\n", note);
    } else if (rank == 1) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
