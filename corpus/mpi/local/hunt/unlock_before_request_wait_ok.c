// The origin of an rput is written after the unlock and before the wait on the request. Unlock completes the
// operations of the epoch, those with requests included (MPI 4.1, 12.5.3).
//
//@ expect: none
//@ twin: unlock_before_request_wait_race.c
#include <mpi.h>
#include <stdio.h>

#define N 8

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int mem[N] = {0};
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int right = (rank + 1) % size;

    int v = rank;
    MPI_Request req;
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Rput(&v, 1, MPI_INT, right, 0, 1, MPI_INT, win, &req);
    MPI_Win_unlock(right, win);
    v = 3;
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    printf("%d\n", v);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
