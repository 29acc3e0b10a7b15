// Requests of a row of puts stand in a std::vector. One is left out of the wait.
//
// MPI 4.1, 12.5.5 and 12.7.1: the origin buffer of MPI_Rput may be updated when its request is complete. The wait begins at the second
// request, so nothing completes the first put.
//@ expect: error RMA101 PUT REUSE
//@ twin: request_vector_all.cpp
#include <mpi.h>
#include <vector>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *base;
    MPI_Win window;
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    std::vector<int> out(4, rank);
    std::vector<MPI_Request> requests(4);
    MPI_Win_lock_all(0, window);
    for (int i = 0; i < 4; ++i)
        MPI_Rput(&out[i], 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, window, &requests[i]); //@ PUT
    MPI_Waitall(3, requests.data() + 1, MPI_STATUSES_IGNORE);
    out[0] = 7; //@ REUSE
    MPI_Win_flush_all(window);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
