// Two MPI_Rget operations into two cells and one MPI_Waitany.
// The process reads the first cell; MPI_Waitany may have completed the other request (MPI 4.1, 3.7.5).
//
//@ expect: error RMA102 A B
//@ twin: rget_waitany_index_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, idx;
    int pair[2], got[2] = {0, 0};
    MPI_Request rq[2];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pair[0] = rank;
    pair[1] = -rank;
    MPI_Win_create(pair, sizeof pair, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Rget(&got[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win, &rq[0]); //@ A
        MPI_Rget(&got[1], 1, MPI_INT, 1, 1, 1, MPI_INT, win, &rq[1]);
        MPI_Waitany(2, rq, &idx, MPI_STATUS_IGNORE);
        printf("%d arrived: %d\n", idx, got[0]); //@ B
        MPI_Waitall(2, rq, MPI_STATUSES_IGNORE);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
