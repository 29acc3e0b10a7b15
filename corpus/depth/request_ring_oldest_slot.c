// A ring of four requests and buffers: before a slot is used again, its request is waited for. The wait is for
// the slot itself.
//
// MPI 4.1, 12.5.5 and 12.7.1: the buffer of MPI_Rput may be updated when its request is complete.
//@ expect: none
//@ twin: request_ring_wrong_slot.c
#include <mpi.h>

struct slot {
    int value;
    MPI_Request request;
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *base;
    MPI_Win win;
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    struct slot ring[2] = {{0, MPI_REQUEST_NULL}, {0, MPI_REQUEST_NULL}};
    MPI_Win_lock_all(0, win);
    ring[0].value = rank;
    MPI_Rput(&ring[0].value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win, &ring[0].request);
    ring[1].value = rank;
    MPI_Rput(&ring[1].value, 1, MPI_INT, (rank + 1) % size, 1, 1, MPI_INT, win, &ring[1].request);
    MPI_Wait(&ring[0].request, MPI_STATUS_IGNORE);
    ring[0].value = -rank;
    MPI_Wait(&ring[1].request, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
