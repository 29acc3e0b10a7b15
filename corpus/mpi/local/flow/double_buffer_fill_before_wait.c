/*
 * Double buffering with i % 2 and one request per buffer.
 *
 * The buffer i % 2 is filled before the wait for its request; the Rput of iteration i - 2 may still
 * read it (MPI 4.1, 12.3.5: the buffer may be reused after the request completes).
 */
//@ expect: error RMA101 A B
//@ twin: double_buffer_wait_before_fill.c
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
        buf[b] = rank + 0.5 * i; //@ B
        MPI_Wait(&req[b], MPI_STATUS_IGNORE);
        MPI_Rput(&buf[b], 1, MPI_DOUBLE, (rank + 1) % size, i, 1, MPI_DOUBLE, win, &req[b]); //@ A
    }
    MPI_Waitall(2, req, MPI_STATUSES_IGNORE);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
