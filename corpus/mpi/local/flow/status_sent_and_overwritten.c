/*
 * The status of a message is put to a neighbour, and the next message writes to it.
 *
 * A call writes its status (MPI 4.1, 3.2.5) while the put may still read it (12.3).
 */
//@ expect: error RMA101 A B
//@ twin: status_sent_and_kept.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, in, out = 1;
    char *mem;
    MPI_Win win;
    MPI_Status status, other;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof status, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Sendrecv(&out, 1, MPI_INT, right, 0, &in, 1, MPI_INT, left, 0, MPI_COMM_WORLD, &status);
    MPI_Win_lock_all(0, win);
    MPI_Put(&status, sizeof status, MPI_BYTE, right, 0, sizeof status, MPI_BYTE, win); //@ A
    MPI_Sendrecv(&out, 1, MPI_INT, right, 1, &in, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &status); //@ B
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
