// MPI_Rput of a block, whose first element is rewritten later.
// The element is rewritten after MPI_Wait: completion of an MPI_Rput request means that the origin buffer may be
// modified (MPI 4.1, 12.3.5).
//
//@ expect: none
//@ twin: rput_wait_store_race.c
#include <mpi.h>
#include <stdio.h>

#define LEN 6

int main(int argc, char **argv)
{
    int rank;
    short blk[LEN] = {1, 2, 3, 4, 5, 6}, store[LEN] = {0};
    MPI_Win win;
    MPI_Request rq;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(store, sizeof store, sizeof(short), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Rput(blk, LEN, MPI_SHORT, 0, 0, LEN, MPI_SHORT, win, &rq);
        MPI_Wait(&rq, MPI_STATUS_IGNORE);
        blk[0] = 100;
        printf("%d\n", blk[0]);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
