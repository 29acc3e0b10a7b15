/*
 * The buffer of a pending put takes part in blocking point-to-point communication round the ring.
 *
 * MPI_Sendrecv_replace writes the buffer while the put may still read it (MPI 4.1, 12.3); a blocking
 * call counts as a local access.
 */
//@ expect: error RMA101 A B
//@ twin: blocking_send_of_pending.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, x, y = 0, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    int right = (rank + 1) % size, left = (rank + size - 1) % size;

    x = rank + 1;
    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ A
    MPI_Sendrecv_replace(&x, 1, MPI_INT, right, 5, left, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE); //@ B
    MPI_Win_unlock_all(win);

    printf("%d %d\n", x, y);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
