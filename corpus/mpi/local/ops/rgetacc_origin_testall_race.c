// MPI_Rget_accumulate; its origin buffer is reset around an MPI_Testall.
// MPI_Testall's flag is not looked at before the reset; with flag false nothing is known to be complete
// (MPI 4.1, 3.7.5).
//
//@ expect: error RMA101 A B
//@ twin: rgetacc_origin_testall_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, ok = 0;
    int mem = 0, delta = 5, prior = 0;
    MPI_Request rq[1];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    MPI_Rget_accumulate(&delta, 1, MPI_INT, &prior, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win, &rq[0]); //@ A
    MPI_Testall(1, rq, &ok, MPI_STATUSES_IGNORE);
        delta = 0; //@ B
    MPI_Waitall(1, rq, MPI_STATUSES_IGNORE);
    MPI_Win_unlock_all(win);

    printf("%d: %d %d\n", rank, prior, delta);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
