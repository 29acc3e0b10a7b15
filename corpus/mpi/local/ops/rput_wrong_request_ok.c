// Two MPI_Rput operations with a request each; the buffer of the second is reused first.
// MPI_Wait names the second request.
//
//@ expect: none
//@ twin: rput_wrong_request_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    char head[8] = "header", tail[8] = "trailer";
    char *page;
    MPI_Request req[2];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &page, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Rput(head, 8, MPI_CHAR, 1, 0, 8, MPI_CHAR, win, &req[0]);
        MPI_Rput(tail, 8, MPI_CHAR, 1, 8, 8, MPI_CHAR, win, &req[1]);
        MPI_Wait(&req[1], MPI_STATUS_IGNORE);
        tail[0] = 'T';
        MPI_Wait(&req[0], MPI_STATUS_IGNORE);
        MPI_Win_unlock(1, win);
        printf("%s %s\n", head, tail);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
