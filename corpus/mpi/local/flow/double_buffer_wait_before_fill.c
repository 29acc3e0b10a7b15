/*
 * Double buffering with i % 2 and one request per buffer.
 *
 * MPI_Wait on the request of buffer i % 2 completes the Rput of iteration i - 2 at the origin (MPI
 * 4.1, 12.3.5) before the fill; a wait on MPI_REQUEST_NULL returns at once.
 */
//@ expect: none
//@ twin: double_buffer_fill_before_wait.c
#include <mpi.h>

#define STEPS 12

int main(int argc, char **argv)
{
    double buf[2], *mem;
    MPI_Request req[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Win win;
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(STEPS * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);

    for (int i = 0; i < STEPS; i++) {
        int b = i % 2;
        MPI_Wait(&req[b], MPI_STATUS_IGNORE);
        buf[b] = rank + 0.5 * i;
        MPI_Rput(&buf[b], 1, MPI_DOUBLE, (rank + 1) % size, i, 1, MPI_DOUBLE, win, &req[b]);
    }
    MPI_Waitall(2, req, MPI_STATUSES_IGNORE);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
