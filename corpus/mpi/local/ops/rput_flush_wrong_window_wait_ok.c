// An MPI_Rput that is completed by a flush before its buffer is reused; the request is waited for at the end.
// The flush names the put's window and target: it completes request-based operations, too, though the request is
// still to be waited for (MPI 4.1, 12.3.5 and 12.5.4).
//
//@ expect: none
//@ twin: rput_flush_wrong_window_wait_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    float a = 0.0f, b = 0.0f, tmp = 1.0f;
    MPI_Win win[2];
    MPI_Request req;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&a, sizeof a, sizeof a, MPI_INFO_NULL, MPI_COMM_WORLD, &win[0]);
    MPI_Win_create(&b, sizeof b, sizeof b, MPI_INFO_NULL, MPI_COMM_WORLD, &win[1]);

    MPI_Win_lock_all(0, win[0]);
    MPI_Win_lock_all(0, win[1]);
    if (rank == 0) {
        MPI_Rput(&tmp, 1, MPI_FLOAT, 1, 0, 1, MPI_FLOAT, win[1], &req);
        MPI_Win_flush(1, win[1]);
        tmp = 2.0f;
        MPI_Wait(&req, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win[1]);
    MPI_Win_unlock_all(win[0]);

    printf("%f\n", tmp);
    MPI_Win_free(&win[1]);
    MPI_Win_free(&win[0]);
    MPI_Finalize();
    return 0;
}
