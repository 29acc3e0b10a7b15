// Two MPI_Rput operations; the buffer of the first is reused after MPI_Waitall.
// Each call has a request of its own, and MPI_Waitall completes both puts at the origin (MPI 4.1, 12.3.5).
//
//@ expect: none
//@ twin: rput_request_overwritten_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    int to_left = 1, to_right = 2, in[2] = {0, 0};
    MPI_Request req[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(in, sizeof in, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    MPI_Rput(&to_left, 1, MPI_INT, (rank + size - 1) % size, 0, 1, MPI_INT, win, &req[0]);
    MPI_Rput(&to_right, 1, MPI_INT, (rank + 1) % size, 1, 1, MPI_INT, win, &req[1]);
    MPI_Waitall(2, req, MPI_STATUSES_IGNORE);
    to_left = 10;
    printf("%d %d\n", to_left, to_right);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
